import { FluentBundle, FluentResource } from '@fluent/bundle';
import en from './locales/en.ftl?raw';
import pl from './locales/pl.ftl?raw';

const sources: Record<string, string> = { en, pl };

/** The few sentences that the element itself says, in the language asked for or in English. */
export function strings(lang: string): (id: string, args?: Record<string, string | number>) => string {
  const locale = lang.slice(0, 2).toLowerCase();
  const known = locale in sources ? locale : 'en';
  const bundle = new FluentBundle(known, { useIsolating: false });
  bundle.addResource(new FluentResource(sources[known] ?? en));
  return (id, args) => {
    const pattern = bundle.getMessage(id)?.value;
    return pattern ? bundle.formatPattern(pattern, args) : id;
  };
}
