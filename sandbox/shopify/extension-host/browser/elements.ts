/**
 * Simple stand-ins for the admin's components: the same names, properties, slots and events, and a similar look.
 * Properties become attributes, which `frame.css` styles. ARIA tells assistive technology the role of each component.
 */

interface Stand {
  /** Names of the properties, in camel case. */
  readonly properties: readonly string[];
  readonly role?: string;
  /** Markup of the shadow root. Without it, the component is a box for its children. */
  readonly shadow?: string;
  /** Called whenever a property or a child of the component changes. */
  readonly update?: (element: HTMLElement, shadow: ShadowRoot | null) => void;
}

const BOX = ['gap', 'direction', 'alignItems', 'justifyContent', 'padding', 'background', 'borderRadius', 'border'];
const STYLE = '<link rel="stylesheet" href="/extension-host/frame.css">';

/**
 * @param given.onBlock hears of the heading and the summary of a block, which the admin shows around it
 * @param given.onPrint hears of the address that a print action prints; empty for none
 * @param given.appPath where the admin has the app: `app:settings` is below
 */
export function defineElements(given: {
  onBlock: (heading: string, collapsedSummary: string) => void;
  onPrint: (src: string) => void;
  appPath: string;
}): void {
  const { onBlock, onPrint, appPath } = given;
  const stands: Readonly<Record<string, Stand>> = {
    's-admin-block': {
      properties: ['heading', 'collapsedSummary'],
      update: (element) => onBlock(read(element, 'heading'), read(element, 'collapsedSummary')),
    },
    's-admin-action': {
      properties: ['heading', 'loading'],
      shadow: `${STYLE}<header><h1></h1></header><div class="content"><slot></slot></div>
        <footer><slot name="secondary-actions"></slot><slot name="primary-action"></slot></footer>`,
      update: (element, shadow) => write(shadow, 'h1', read(element, 'heading')),
    },
    's-admin-print-action': {
      properties: ['src'],
      update: (element) => onPrint(read(element, 'src')),
    },
    's-badge': { properties: ['tone', 'color', 'size', 'icon'] },
    's-banner': {
      properties: ['tone', 'heading', 'dismissible', 'hidden'],
      role: 'status',
      shadow: `${STYLE}<strong></strong><slot></slot>`,
      update: (element, shadow) => write(shadow, 'strong', read(element, 'heading')),
    },
    's-button': {
      properties: ['variant', 'tone', 'disabled', 'loading', 'accessibilityLabel', 'href', 'icon'],
      shadow: `${STYLE}<button type="button"><slot></slot></button>`,
      update: (element, shadow) => {
        const button = shadow?.querySelector('button');
        if (!button) return;
        button.disabled = element.hasAttribute('disabled') || element.hasAttribute('loading');
        button.ariaBusy = String(element.hasAttribute('loading'));
        if (element.hasAttribute('accessibilitylabel')) button.ariaLabel = read(element, 'accessibilityLabel');
      },
    },
    's-details': {
      properties: ['defaultOpen'],
      shadow: `${STYLE}<details><summary><slot name="summary"></slot></summary><slot></slot></details>`,
      update: (element) => element.querySelector(':scope > s-summary')?.setAttribute('slot', 'summary'),
    },
    's-divider': { properties: ['direction'], role: 'separator' },
    's-link': {
      properties: ['href', 'target', 'tone', 'accessibilityLabel'],
      shadow: `${STYLE}<a><slot></slot></a>`,
      update: (element, shadow) => {
        const link = shadow?.querySelector('a');
        if (!link) return;
        const href = element.getAttribute('href');
        if (href === null) {
          link.role = 'button';
          link.tabIndex = 0;
        } else {
          link.href = href.replace(/^app:/, `${appPath}/`);
          link.target = href.startsWith('app:') ? '_top' : read(element, 'target');
          link.rel = 'noreferrer';
        }
        if (element.hasAttribute('accessibilitylabel')) link.ariaLabel = read(element, 'accessibilityLabel');
      },
    },
    's-option': {
      properties: ['value', 'disabled'],
      update: (element) => fillSelect(element.closest('s-select')),
    },
    's-paragraph': { properties: ['tone', 'color'], role: 'paragraph' },
    's-select': {
      properties: ['label', 'value', 'disabled', 'details', 'error'],
      shadow: `${STYLE}<label><span></span><select></select></label>`,
      update: (element, shadow) => {
        write(shadow, 'span', read(element, 'label'));
        fillSelect(element);
      },
    },
    's-spinner': {
      properties: ['accessibilityLabel', 'size'],
      role: 'progressbar',
      update: (element) => {
        element.ariaLabel = read(element, 'accessibilityLabel');
      },
    },
    's-stack': {
      properties: [...BOX, 'accessibilityRole', 'accessibilityLabel'],
      update: (element) => {
        const role = read(element, 'accessibilityRole');
        if (role) element.role = role;
      },
    },
    's-summary': { properties: [] },
    's-table': { properties: ['variant', 'loading'], role: 'table' },
    's-table-header-row': { properties: [], role: 'row' },
    's-table-header': { properties: ['listSlot', 'format'], role: 'columnheader' },
    's-table-body': { properties: [], role: 'rowgroup' },
    's-table-row': { properties: [], role: 'row' },
    's-table-cell': { properties: [], role: 'cell' },
    's-text': { properties: ['type', 'tone', 'color', 'fontVariantNumeric', 'accessibilityVisibility'] },
  };
  for (const [name, stand] of Object.entries(stands)) customElements.define(name, elementOf(stand));
}

function elementOf({ properties, role, shadow, update }: Stand): CustomElementConstructor {
  class StandIn extends HTMLElement {
    static readonly observedAttributes = properties.map((property) => property.toLowerCase());

    connectedCallback(): void {
      if (role) this.role ??= role;
      if (shadow && !this.shadowRoot) this.attachShadow({ mode: 'open' }).innerHTML = shadow;
      update?.(this, this.shadowRoot);
    }

    attributeChangedCallback(): void {
      if (this.isConnected) update?.(this, this.shadowRoot);
    }
  }
  for (const property of properties) {
    Object.defineProperty(StandIn.prototype, property, {
      get(this: HTMLElement) {
        return this.getAttribute(property);
      },
      set(this: HTMLElement, value: unknown) {
        if (typeof value === 'string' && value !== '') this.setAttribute(property, value);
        else this.toggleAttribute(property, value === true);
      },
    });
  }
  return StandIn;
}

/** Shows the options of a select, and tells of a choice as the admin's component does. */
function fillSelect(element: Element | null): void {
  const select = element?.shadowRoot?.querySelector('select');
  if (!element || !select) return;
  const options = [...element.querySelectorAll('s-option')];
  select.replaceChildren(
    ...options.map((option) => new Option(option.textContent, option.getAttribute('value') ?? undefined)),
  );
  select.value = element.getAttribute('value') ?? '';
  select.onchange = () => {
    element.setAttribute('value', select.value);
    element.dispatchEvent(new Event('change', { bubbles: true }));
  };
}

function read(element: HTMLElement, property: string): string {
  return element.getAttribute(property) ?? '';
}

function write(shadow: ShadowRoot | null, selector: string, text: string): void {
  const place = shadow?.querySelector(selector);
  if (place) place.textContent = text;
}
