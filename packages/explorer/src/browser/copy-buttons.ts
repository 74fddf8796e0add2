/** Buttons that copy the text of a field or of an element. */

const TOLD_MILLISECONDS = 2_000;

export function beginCopying(root: ParentNode): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    const words = button.textContent;
    button.addEventListener('click', () => {
      const source = document.querySelector(button.dataset['copy'] ?? '');
      const text = source instanceof HTMLInputElement ? source.value : (source?.textContent ?? '');
      void navigator.clipboard.writeText(text).then(
        () => tell(button, 'Copied', words),
        () => {
          // Without permission, the text is selected, so that the reader can copy it.
          if (source instanceof HTMLInputElement) source.select();
          else if (source !== null) getSelection()?.selectAllChildren(source);
          tell(button, 'Press Ctrl+C', words);
        },
      );
    });
  }
}

function tell(button: HTMLButtonElement, told: string, words: string): void {
  button.textContent = told;
  setTimeout(() => {
    button.textContent = words;
  }, TOLD_MILLISECONDS);
}
