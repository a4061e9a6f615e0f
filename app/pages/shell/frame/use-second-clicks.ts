import { useEffect } from 'react';

/**
 * Takes back the second click of a double click if it meets another control than the first did, or the same one with
 * another text: the page has changed between the two, and nobody has read yet what it offers now.
 */
export function useSecondClicks(): void {
  useEffect(() => {
    let first: { readonly control: Element | null; readonly text: string | null } | null = null;
    const check = (event: MouseEvent) => {
      const control = controlOf(event.target);
      const text = control?.textContent ?? null;
      if (event.detail < 2) first = { control, text };
      else if (control !== first?.control || text !== first.text) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    addEventListener('click', check, true);
    return () => removeEventListener('click', check, true);
  }, []);
}

/** The control that a click on this element works on, which is for a label what it names. */
function controlOf(target: EventTarget | null): Element | null {
  const control = target instanceof Element ? target.closest('a, button, input, label, select, summary') : null;
  return control instanceof HTMLLabelElement ? (control.control ?? control) : control;
}
