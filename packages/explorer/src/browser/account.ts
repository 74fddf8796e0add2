// Vite makes a style sheet of it, which the page links to.
// oxlint-disable-next-line import/no-unassigned-import
import './account.css';

/** Copies the text of a field, and says so. Without JavaScript the button is not shown: the field can be selected by hand. */
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copies]')) {
  const name = button.dataset['copies'] ?? '';
  const [field, told] = [document.getElementById(name), document.querySelector(`[data-copied="${CSS.escape(name)}"]`)];
  if (!(field instanceof HTMLInputElement) || told === null) continue;
  const say = (text: string) => {
    told.textContent = text;
  };
  button.hidden = false;
  button.addEventListener('click', () => {
    field.select();
    // Over plain http a page may not write to the clipboard, and a browser may refuse; the text is selected by now.
    const copying = navigator.clipboard?.writeText(field.value) ?? Promise.reject(new Error('no clipboard'));
    copying.then(
      () => say('Copied.'),
      () => say('The text is selected: copy it with your keyboard.'),
    );
  });
}

/** Milliseconds after which a form may be sent again. */
const SENDING_MILLISECONDS = 5_000;

/** A second click sends a form again, whose answer would replace the first one: that may have a key, which is shown once. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[method="post"]')) {
  let isSent = false;
  form.addEventListener('submit', (event) => {
    if (isSent) return event.preventDefault();
    isSent = true;
    // A browser does not tell that a person has stopped the sending.
    setTimeout(() => {
      isSent = false;
    }, SENDING_MILLISECONDS);
  });
  // A page that a browser kept is shown again as it was left.
  window.addEventListener('pageshow', () => {
    isSent = false;
  });
}
