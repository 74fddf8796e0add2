import { defineConfig } from 'vite';

/** Each entry is a page's script, or the style sheet of all pages; the engine's worker is a file of its own, which loads when needed. */
const ENTRIES = ['playground.tsx', 'site.css', 'live-search.ts', 'monomer.ts', 'circuit.ts', 'account.ts'];

export default defineConfig({
  root: 'src/browser',
  base: '/assets/',
  build: {
    outDir: '../../dist/browser',
    emptyOutDir: true,
    assetsDir: '',
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    rollupOptions: { input: ENTRIES.map((entry) => `src/browser/${entry}`) },
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es' },
});
