import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { stateInUrl, writeUrl } from './url.ts';
import { languageNames, LANGUAGES, preferredLanguage, type Language } from '../../locales/languages.ts';
import { localizer, type Localizer } from '../../locales/localizer.ts';
import { decode, THEMES, USUAL_VIEW, type View } from '../../model/parameters.ts';
import type { Setup } from '../../model/setup.ts';
import { controls } from '../../styles/controls.ts';
import { base, tokens } from '../../styles/tokens.ts';
import type { Running } from '../badge/ringlet-badge.ts';
import '../badge/ringlet-badge.ts';
import '../app/ringlet-app.ts';
import type { RingletApp } from '../app/ringlet-app.ts';

/** The page around the app: name, language, theme, what runs, and a few words to begin with. */
@customElement('ringlet-page')
export class RingletPage extends LitElement {
  static override styles = [
    tokens,
    base,
    controls,
    css`
      :host {
        display: block;
        min-height: 100vh;
        background: var(--rl-bg);
        color: var(--rl-ink);
        font: 1rem/1.5 var(--rl-sans);
      }
      header,
      main {
        max-width: 80rem;
        margin-inline: auto;
        padding-inline: clamp(0.75rem, 2.5vw, 2rem);
      }
      header {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem 1rem;
        align-items: center;
        padding-block: 0.8rem;
      }
      .brand {
        display: inline-flex;
        gap: 0.55rem;
        align-items: center;
        font-weight: 700;
        font-size: 1.2rem;
        letter-spacing: -0.015em;
      }
      .brand svg {
        width: 1.8rem;
        height: 1.8rem;
      }
      .tagline {
        color: var(--rl-soft);
        font-size: 0.9rem;
      }
      @media (max-width: 44rem) {
        .tagline {
          display: none;
        }
        .brand {
          margin-right: auto;
        }
        header .end {
          display: contents;
        }
        ringlet-badge {
          order: 1;
          flex-basis: 100%;
        }
      }
      @media (max-width: 24rem) {
        header {
          column-gap: 0.4rem;
        }
        header select {
          max-width: 5.1rem;
        }
        .brand {
          gap: 0.3rem;
        }
        .brand svg {
          width: 1.6rem;
        }
      }
      .end {
        margin-left: auto;
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem;
        align-items: center;
      }
      .end select {
        min-height: 2.1rem;
        padding-block: 0.2rem;
        padding-inline: 0.45rem 0.2rem;
        font-size: 0.88rem;
      }
      main {
        padding-bottom: 3rem;
      }
      h1 {
        margin: clamp(0.6rem, 2vw, 1.4rem) 0 0.35rem;
        font-size: clamp(1.5rem, 3.4vw, 2.3rem);
        line-height: 1.12;
        letter-spacing: -0.028em;
        font-weight: 720;
        text-wrap: balance;
      }
      .lede {
        max-width: 74ch;
        color: var(--rl-soft);
        margin-bottom: clamp(1rem, 2vw, 1.6rem);
        text-wrap: pretty;
      }
    `,
  ];

  @state() private setup: Setup = decode({}).state;
  @state() private view: View = USUAL_VIEW;
  @state() private running: Running = { kind: 'loading' };
  @state() private openUrl = '';
  @query('ringlet-app') private playground!: RingletApp;

  override connectedCallback(): void {
    super.connectedCallback();
    ({ state: this.setup, view: this.view } = decode(stateInUrl()));
  }

  protected override willUpdate(): void {
    const root = document.documentElement;
    root.lang = this.#localizer.lang;
    root.dataset['theme'] = this.view.theme;
    document.title = this.#localizer.text('page-title');
    this.setAttribute('theme', this.view.theme);
  }

  protected override firstUpdated(): void {
    this.playground.state = stateInUrl();
  }

  override render(): TemplateResult {
    const l = this.#localizer;
    const { collective, op } = this.setup;
    return html`
      <header>
        <span class="brand">${mark} Ringlet</span>
        <span class="tagline">${l.text('page-tagline')}</span>
        <div class="end">
          <ringlet-badge .l=${l} .running=${this.running} .openUrl=${this.openUrl}></ringlet-badge>
          <select aria-label=${l.text('page-language')} .value=${live(this.#lang)} @change=${this.#setLanguage}>
            ${LANGUAGES.map((lang) => html`<option value=${lang} ?selected=${lang === this.#lang} lang=${lang}>${languageNames[lang]}</option>`)}
          </select>
          <select aria-label=${l.text('page-theme')} .value=${live(this.view.theme)} @change=${this.#setTheme}>
            ${THEMES.map((theme) => html`<option value=${theme} ?selected=${theme === this.view.theme}>${l.text(`theme-${theme}`)}</option>`)}
          </select>
        </div>
      </header>
      <main>
        <h1>${l.text('intro-title', { collective, op })}</h1>
        <p class="lede">${l.text('intro-text', { collective })}</p>
        <ringlet-app
          badgeless
          @ringlet-ready=${this.#sync}
          @ringlet-change=${this.#changed}
          @ringlet-error=${this.#sync}
        ></ringlet-app>
      </main>
    `;
  }

  get #lang(): Language {
    return this.view.lang ?? preferredLanguage(navigator.languages);
  }

  get #localizer(): Localizer {
    return localizer(this.#lang, this.#textsCame);
  }
  readonly #textsCame = () => this.requestUpdate();

  #changed(): void {
    this.#sync();
    writeUrl(this.setup, this.view);
  }

  #sync(): void {
    this.running = this.playground.running;
    this.openUrl = this.playground.openUrl;
    ({ state: this.setup, view: this.view } = decode(this.playground.state));
  }

  #setLanguage(event: Event): void {
    this.playground.setNamed('lang', (event.target as HTMLSelectElement).value);
  }

  #setTheme(event: Event): void {
    this.playground.setNamed('theme', (event.target as HTMLSelectElement).value);
  }
}

const mark = html`<svg viewBox="0 0 28 28" aria-hidden="true">
  <circle cx="14" cy="14" r="9.5" fill="none" stroke="currentColor" stroke-width="1.8" />
  <circle cx="14" cy="4.5" r="3.8" fill="#e69f00" stroke="var(--rl-bg)" stroke-width="1.5" />
  <circle cx="22.2" cy="18.8" r="3.8" fill="#0072b2" stroke="var(--rl-bg)" stroke-width="1.5" />
  <circle cx="5.8" cy="18.8" r="3.8" fill="#009e73" stroke="var(--rl-bg)" stroke-width="1.5" />
</svg>`;

declare global {
  interface HTMLElementTagNameMap {
    'ringlet-page': RingletPage;
  }
}
