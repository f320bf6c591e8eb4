/** The page inside the frame: the app, set up from the address, and told and heard over the element's port. */
import '../components/app/ringlet-app.ts';
import { stateInUrl } from '../components/page/url.ts';
import { preferredLanguage } from '../locales/languages.ts';
import { localizer } from '../locales/localizer.ts';
import { isolate } from '../sw/isolation.ts';
import {
  attributeText,
  connect,
  eventNames,
  hello,
  methods,
  parameters,
  type Changes,
  type FromFrame,
  type Method,
  type Parameter,
  type State,
  type ToFrame,
} from './messages.ts';

const app = document.createElement('ringlet-app');
let port: MessagePort | undefined;
/** What the element's attributes ask for, as far as we know. */
const asked = new Map<Parameter, string>();

const tell = (message: FromFrame) => port?.postMessage(message);

function open(): void {
  const { readonly, ...state } = stateInUrl();
  app.readonly = readonly !== undefined;
  app.state = state;
  for (const name of parameters) note(name, state[name]);
  app.addEventListener('ringlet-change', dress);
  app.addEventListener('ringlet-change', tellRefused);
  dress();
  for (const name of eventNames)
    app.addEventListener(name, ({ detail }) => tell({ kind: 'event', name, detail, state: app.state }));
  document.querySelector('main')?.append(app);
  new ResizeObserver(tellHeight).observe(document.body);
}

/** Language and theme belong to the whole page; its language is the one that its texts are in. */
function dress(): void {
  const root = document.documentElement;
  const [lang, theme] = [app.getNamed('lang'), app.getNamed('theme')];
  const wanted = preferredLanguage([...(typeof lang === 'string' ? [lang] : []), ...navigator.languages]);
  root.lang = localizer(wanted, dress).lang;
  root.dataset['theme'] = typeof theme === 'string' ? theme : 'auto';
  app.setAttribute('theme', root.dataset['theme']);
}

function note(name: Parameter, value: unknown): void {
  if (typeof value === 'string') asked.set(name, value);
  else asked.delete(name);
}

/** Whoever set something that cannot be is to see what holds instead. */
function tellRefused(): void {
  if (!port) return;
  for (const name of app.takeRefused()) {
    const text = asked.get(name);
    if (text === undefined) continue;
    const value = attributeText(app.getNamed(name));
    note(name, value);
    tell({ kind: 'refused', name, asked: text, value, state: app.state });
  }
}

const tellHeight = () => tell({ kind: 'height', height: document.body.offsetHeight });

/** Whoever embeds us may say what follows, and nothing else: names are looked up, and the app trusts no value. */
function obey(message: Partial<ToFrame> | null): void {
  if (message?.kind === 'call') void perform(message.id ?? 0, message.method);
  else if (message?.kind === 'state' && typeof message.state === 'object') replace(message.state);
  else if (message?.kind === 'set') set(message.changes ?? {});
}

function replace(state: State | null): void {
  for (const name of parameters) note(name, attributeText(state?.[name]));
  app.state = { ...state };
}

async function perform(id: number, method: Method | undefined): Promise<void> {
  try {
    if (!method || !methods.includes(method)) throw new Error(`There is no method ${String(method)}.`);
    await app[method]();
    tell({ kind: 'done', id, error: null });
  } catch (error) {
    tell({ kind: 'done', id, error: error instanceof Error ? error.message : String(error) });
  }
}

function set(changes: Changes): void {
  for (const name of parameters) {
    const value = Object.hasOwn(changes, name) ? changes[name] : undefined;
    if (typeof value !== 'string' && value !== null) continue;
    if (name === 'readonly') {
      app.readonly = value !== null;
      continue;
    }
    note(name, value);
    app.setNamed(name, value);
  }
}

function greet(): void {
  addEventListener('message', ({ source, data, ports }: MessageEvent<unknown>) => {
    const [given] = ports;
    if (source !== parent || data !== connect || !given) return;
    port = given;
    port.onmessage = ({ data: message }: MessageEvent<Partial<ToFrame> | null>) => obey(message);
    tellHeight();
    tellRefused();
  });
  parent.postMessage(hello, '*');
}

open();
// The page may be about to load again to get shared memory: what is said to it before that would be lost.
void isolate().then(() => {
  if (parent !== self) greet();
});
