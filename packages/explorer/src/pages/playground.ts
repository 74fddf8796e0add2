import { entryOf } from './assets.js';

/** Returns the page of the playground. Its source stays in the browser. */
export function playgroundPage(): string {
  const entry = entryOf('playground.tsx');
  const styles = entry.styles.map((file) => `<link rel="stylesheet" href="${file}">`).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Playground - Kirchhoff</title>
<meta name="description" content="Write a small program and see at once whether it is proven, where it is not, and an input that shows it.">
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='3' fill='%231b5e9c'/%3E%3Cpath d='M4 3v10M12 3 5 8l7 5' fill='none' stroke='white' stroke-width='2'/%3E%3C/svg%3E">
${styles}
<script type="module" src="${entry.file}"></script>
</head>
<body>
<header><h1>Kirchhoff playground</h1> <span>Proven in your browser: nothing is sent.</span> <a href="/">Registry</a></header>
<main id="playground"><p>The playground needs JavaScript. Without it, <a href="/">the registry</a> certifies what you publish.</p></main>
</body>
</html>
`;
}
