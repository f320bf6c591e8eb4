/** A sheet that scripts make, which a host page's policy for styles leaves alone. */
export const styles = new CSSStyleSheet();
styles.replaceSync(`
  :host { display: block; }
  [hidden], :host([hidden]) { display: none; }
  iframe { display: block; width: 100%; height: 40rem; border: 0; }
  .missing {
    color-scheme: light dark;
    padding: 1rem 1.25rem;
    border: 1px solid GrayText;
    border-radius: 0.5rem;
    background: Canvas;
    color: CanvasText;
    font: 1rem/1.5 system-ui, sans-serif;
    overflow-wrap: anywhere;
  }
  :host([theme='light']) .missing { color-scheme: light; }
  :host([theme='dark']) .missing { color-scheme: dark; }
  p { margin: 0 0 0.75em; }
  p:last-child { margin: 0; }
  code { font: 0.9em/1.5 ui-monospace, monospace; user-select: all; }
  a { color: LinkText; }
`);
