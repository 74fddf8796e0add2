import type { PageAnswer, PageQuestion } from '../engine/page-protocol.js';

/** The page of an operation: runs it on the reader's values, in a worker. */

const form = document.querySelector<HTMLFormElement>('form[data-monomer]');
const output = document.querySelector<HTMLOutputElement>('output.result');

if (form !== null && output !== null) begin(form, output);

function begin(asked: HTMLFormElement, told: HTMLOutputElement): void {
  const name = asked.dataset['monomer'] ?? '';
  const fields = [...asked.querySelectorAll('input')];
  const worker = new Worker(new URL('../engine/page-worker.ts', import.meta.url), { type: 'module', name: 'evaluator' });
  let number = 0;
  let texts: readonly string[] = [];

  const run = (): void => {
    number += 1;
    texts = fields.map(({ value }) => value.trim());
    const question: PageQuestion = { kind: 'apply', number, name, texts };
    // A worker's messages have no origin, unlike a window's.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage(question);
  };

  worker.addEventListener('message', ({ data }: MessageEvent<PageAnswer>) => {
    if (data.number !== number) return;
    const { application } = data;
    told.classList.toggle('wrong', application.kind === 'refused');
    told.textContent =
      application.kind === 'result' ? `${name}(${texts.join(', ')}) = ${application.json}` : `Refused. ${application.message}`;
  });
  worker.addEventListener('error', () => {
    told.classList.add('wrong');
    told.textContent = 'The evaluator did not load. Load this page again.';
  });

  asked.addEventListener('submit', (event) => {
    event.preventDefault();
    run();
  });
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-example]')) {
    button.addEventListener('click', () => {
      const values: unknown = JSON.parse(button.dataset['example'] ?? '[]');
      if (!Array.isArray(values)) return;
      fields.forEach((field, index) => {
        field.value = JSON.stringify(values[index] ?? null);
      });
      run();
      told.scrollIntoView({ block: 'center' });
    });
    button.disabled = false;
  }
  for (const button of asked.querySelectorAll('button')) button.disabled = false;
}
