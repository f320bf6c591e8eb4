import collectives from './collectives.ftl?raw';
import page from './page.ftl?raw';
import notes from './notes.ftl?raw';
import tools from './tools.ftl?raw';

export const texts: readonly string[] = [page, collectives, notes, tools];
