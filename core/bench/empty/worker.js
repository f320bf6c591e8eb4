import create from './ringlet.js';

await create({ poolSize: 4 });
postMessage('ready');
