import { svg, html, type TemplateResult } from 'lit';

const icon = (content: TemplateResult): TemplateResult =>
  html`<svg
    viewBox="0 0 16 16"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    stroke-width="1.6"
    stroke-linecap="round"
    stroke-linejoin="round"
  >
    ${content}
  </svg>`;

export const icons = {
  save: icon(svg`<path d="M8 2.5v7.5M4.8 7 8 10.2 11.2 7M3 13.2h10"/>`),
  run: icon(svg`<path d="M4.5 2.8v10.4l8.5-5.2z" fill="currentColor"/>`),
  step: icon(svg`<path d="M3.5 3v10l6.5-5z" fill="currentColor"/><path d="M12.5 3v10"/>`),
  pause: icon(svg`<path d="M5.2 3v10M10.8 3v10" stroke-width="2.4"/>`),
  stop: icon(svg`<rect x="3.8" y="3.8" width="8.4" height="8.4" rx="1" fill="currentColor"/>`),
  back: icon(svg`<path d="M10 3 5 8l5 5"/>`),
  forward: icon(svg`<path d="m6 3 5 5-5 5"/>`),
  first: icon(svg`<path d="M11.5 3.5 7 8l4.5 4.5M4.5 3.5v9"/>`),
  last: icon(svg`<path d="M4.5 3.5 9 8l-4.5 4.5M11.5 3.5v9"/>`),
  undo: icon(svg`<path d="M3 6.5h6.5a3.5 3.5 0 0 1 0 7H6M5.8 3.5 2.8 6.5l3 3"/>`),
  redo: icon(svg`<path d="M13 6.5H6.5a3.5 3.5 0 0 0 0 7H10M10.2 3.5l3 3-3 3"/>`),
  reset: icon(svg`<path d="M3 8a5 5 0 1 0 1.6-3.7M3.2 2.4v2.8H6"/>`),
  hold: icon(svg`<path d="M8 2v7M5 8.2 8 11l3-2.8M3 14h10" />`),
  anchor: icon(svg`<circle cx="8" cy="8" r="5.6"/><path d="M6.4 5.6v4.8M9.6 5.6v4.8"/>`),
  yes: icon(svg`<path d="m3 8.5 3.4 3.4L13 4.8" stroke-width="2"/>`),
  no: icon(svg`<path d="m4 4 8 8M12 4l-8 8" stroke-width="2"/>`),
  arrow: icon(svg`<path d="M3 8h10M9 4l4 4-4 4"/>`),
  away: icon(svg`<path d="M6 3.5H3.5v9h9V10M9 3h4v4M13 3 7.5 8.5"/>`),
};
