// Writes the table of a check into one comment of a pull request: the first run creates it, later runs replace it.
// node comment.mjs FILE, with GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_TOKEN and PULL_REQUEST in the environment.
import { readFile } from 'node:fs/promises';

/** Marks the comment of this action, and keeps it apart from those of people. */
const MARK = '<!-- kirchhoff -->';
const PAGE = 100;

const { GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_TOKEN, PULL_REQUEST } = process.env;
const [file] = process.argv.slice(2);
const comments = `${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/issues`;

async function github(method, address, body) {
  const response = await fetch(address, {
    method,
    headers: { Accept: 'application/vnd.github+json', Authorization: `Bearer ${GITHUB_TOKEN}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.ok) return response.json();
  throw new Error(`GitHub answers ${response.status} to ${method} ${address}. The job needs the permission 'pull-requests: write'.`);
}

async function findOwn() {
  for (let page = 1; ; page += 1) {
    const listed = await github('GET', `${comments}/${PULL_REQUEST}/comments?per_page=${PAGE}&page=${page}`);
    const own = listed.find((comment) => comment.body.startsWith(MARK) && comment.user.type === 'Bot');
    if (own !== undefined || listed.length < PAGE) return own;
  }
}

const body = `${MARK}\n${await readFile(file, 'utf8')}`;
const own = await findOwn();
if (own === undefined) await github('POST', `${comments}/${PULL_REQUEST}/comments`, { body });
else await github('PATCH', `${comments}/comments/${own.id}`, { body });
