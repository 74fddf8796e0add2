import { PageEngine } from '../engine/page-engine.js';

/** The page of an operation: runs it on the reader's values, in a worker. */

const form = document.querySelector<HTMLFormElement>('form[data-monomer]');
const output = document.querySelector<HTMLOutputElement>('output.result');

if (form !== null && output !== null) begin(form, output);

function begin(asked: HTMLFormElement, told: HTMLOutputElement): void {
  const name = asked.dataset['monomer'] ?? '';
  const fields = [...asked.querySelectorAll('input')];
  const engine = new PageEngine();
  let latest = 0;

  const run = async (): Promise<void> => {
    latest += 1;
    const number = latest;
    const texts = fields.map(({ value }) => value.trim());
    const answer = await engine
      .ask({ kind: 'apply', name, texts })
      .catch((error: unknown) => ({ kind: 'failed', message: String(error) }) as const);
    if (number !== latest) return;
    const isResult = answer.kind === 'applied' && answer.application.kind === 'result';
    told.classList.toggle('wrong', !isResult);
    if (answer.kind === 'failed') told.textContent = answer.message;
    if (answer.kind !== 'applied') return;
    const { application } = answer;
    told.textContent =
      application.kind === 'result' ? `${name}(${texts.join(', ')}) = ${application.json}` : `Refused. ${application.message}`;
  };

  asked.addEventListener('submit', (event) => {
    event.preventDefault();
    void run();
  });
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-example]')) {
    button.addEventListener('click', () => {
      const values: unknown = JSON.parse(button.dataset['example'] ?? '[]');
      if (!Array.isArray(values)) return;
      fields.forEach((field, index) => {
        field.value = JSON.stringify(values[index] ?? null);
      });
      void run();
      told.scrollIntoView({ block: 'center' });
    });
    button.disabled = false;
  }
  for (const button of asked.querySelectorAll('button')) button.disabled = false;
}
