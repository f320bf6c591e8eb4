// Emscripten 3.1.6 predates fetch in Node and would call it with a file path.
var fetch = typeof process === 'object' && process.versions && process.versions.node ? undefined : globalThis.fetch;
