import { css, unsafeCSS } from 'lit';

/** Okabe and Ito's colours, a shade lighter on dark ground; a second round of eight has other patterns. */
const HUES = [
  ['#e69f00', '#f0b537'],
  ['#0072b2', '#4aa8e0'],
  ['#009e73', '#2fc497'],
  ['#cc79a7', '#dc94bd'],
  ['#d55e00', '#ee8438'],
  ['#56b4e9', '#7cc8f2'],
  ['#d9c800', '#f0e442'],
  ['#6b7580', '#98a2ad'],
] as const;

/** Tiles rather than repeating gradients, which Firefox draws with gaps. */
const PATTERNS = [
  'linear-gradient(135deg, var(--mark) 13%, transparent 0 43%, var(--mark) 0 63%, transparent 0 93%, var(--mark) 0) 0 0 / 7px 7px',
  'radial-gradient(circle, var(--mark) 1.2px, transparent 1.7px) 0 0 / 5px 5px',
  'linear-gradient(90deg, var(--mark) 1.5px, transparent 0) 0 0 / 5px 5px',
  'linear-gradient(45deg, var(--mark) 13%, transparent 0 43%, var(--mark) 0 63%, transparent 0 93%, var(--mark) 0) 0 0 / 7px 7px',
  'linear-gradient(var(--mark) 1.5px, transparent 0) 0 0 / 4px 4px',
  'linear-gradient(90deg, var(--mark) 1px, transparent 0) 0 0 / 5px 5px, linear-gradient(var(--mark) 1px, transparent 0) 0 0 / 5px 5px',
  'conic-gradient(var(--mark) 25%, transparent 0 50%, var(--mark) 0 75%, transparent 0) 0 0 / 7px 7px',
  'linear-gradient(transparent, transparent)',
] as const;

/** The `data-hue` and `data-pattern` of an owner; no two of 16 ranks have the same pair. */
export const hueOf = (owner: number | null): string => (owner === null ? 'none' : String(owner % HUES.length));
export const patternOf = (owner: number | null): string =>
  owner === null ? '7' : String((owner + 3 * Math.floor(owner / HUES.length)) % PATTERNS.length);

const hues = HUES.map(([light, dark], i) => `[data-hue='${i}'] { --hue: light-dark(${light}, ${dark}); }`).join('\n');
const patterns = PATTERNS.map((image, i) => `[data-pattern='${i}'] { --pattern: ${image}; }`).join('\n');

export const fragments = css`
  [data-hue] {
    --mark: color-mix(in oklab, var(--hue) 45%, #000);
    --tint: color-mix(in oklab, var(--hue) 16%, var(--rl-panel));
    --strong: color-mix(in oklab, var(--hue) 75%, var(--rl-ink));
  }
  [data-hue='none'] {
    --hue: light-dark(#9aa1a7, #7d868f);
  }
  ${unsafeCSS(hues)}
  ${unsafeCSS(patterns)}
  .band {
    background: var(--pattern), var(--hue);
    box-shadow: inset 0 0 0 1px var(--strong);
  }
  .swatch {
    display: inline-grid;
    place-items: center;
    min-width: 1.45rem;
    height: 1.25rem;
    padding: 0.12rem;
    border-radius: 0.28rem;
    background: var(--pattern), var(--hue);
    box-shadow: inset 0 0 0 1px var(--strong);
    font: 650 0.72rem/1 var(--rl-mono);
    color: var(--rl-ink);
  }
  .swatch > b {
    font-weight: inherit;
    padding: 0.08rem 0.22rem;
    border-radius: 0.16rem;
    background: var(--rl-panel);
  }
  /* Where readers have colours of their own these still say whose a fragment is. */
  .band,
  .swatch,
  .square,
  .segment {
    forced-color-adjust: none;
  }
  .hot {
    outline: 2px solid var(--strong);
    outline-offset: -1px;
  }
`;
