/** What dependency-cruiser checks of the page's imports, of types too. */
/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'engine-knows-no-page',
      severity: 'error',
      from: { path: '^web/(engine|model)/' },
      to: { path: '^web/components/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.mjs', '.js'] },
  },
};
