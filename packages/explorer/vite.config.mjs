import { defineConfig } from 'vite';

/** Each entry is a page's script; the engine's worker is a file of its own, which loads when it is first needed. */
export default defineConfig({
  root: 'src/browser',
  base: '/assets/',
  build: {
    outDir: '../../dist/browser',
    emptyOutDir: true,
    assetsDir: '',
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    rollupOptions: { input: { playground: 'src/browser/playground.tsx' } },
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es' },
});
