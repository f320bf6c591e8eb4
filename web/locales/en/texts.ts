import collectives from './collectives.ftl?raw';
import lab from './lab.ftl?raw';
import notes from './notes.ftl?raw';
import tools from './tools.ftl?raw';

export const texts: readonly string[] = [lab, collectives, notes, tools];
