import type { FrameMessage } from '../frame-config.ts';

/** Runs in a page of the admin: puts extensions where the page has room for them, each in a separate frame. */

interface Offered {
  readonly handle: string;
  readonly target: string;
  readonly name: string;
  readonly isConditional: boolean;
}

/** The height of a block in pixels: what Shopify shows at first, and the most that it shows. */
const FOLDED = 300;
const UNFOLDED = 600;

document.head.append(
  Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/extension-host/host.css' }),
);

const places = [...document.querySelectorAll<HTMLElement>('[data-extension-target]')];
const shop = places[0]?.dataset.shop;
const offered = shop ? ((await (await fetch(`/extension-host/extensions?shop=${shop}`)).json()) as Offered[]) : [];
const listeners = new Map<MessageEventSource, (message: FrameMessage) => void>();

addEventListener('message', ({ data, source, origin }: MessageEvent<FrameMessage>) => {
  if (origin === location.origin && source) listeners.get(source)?.(data);
});

for (const place of places) {
  for (const extension of offered.filter(({ target }) => target === place.dataset.extensionTarget)) {
    if (place.dataset.pinLabel !== undefined) offerPin(place, extension, place.dataset.pinLabel);
    else if (extension.target.endsWith('.block.render')) showBlock(place, extension);
    else if (extension.target.startsWith('customer-account.')) showInline(place, extension);
    else void offerAction(place, extension);
  }
}

function openFrame(
  into: HTMLElement,
  { handle, name }: Offered,
  selected: readonly string[],
  part: 'module' | 'condition',
  hear: (message: FrameMessage) => void,
): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  const query = new URLSearchParams({ shop: shop ?? '', selected: selected.join(','), part });
  const fulfillment = into.dataset.fulfillment;
  if (fulfillment !== undefined) query.set('fulfillment', fulfillment);
  if (into.dataset.locale !== undefined) query.set('locale', into.dataset.locale);
  frame.src = `/extension-host/frames/${handle}?${query}`;
  frame.title = name;
  frame.dataset.extension = handle;
  into.append(frame);
  // the window exists at once, and may send messages before its document has loaded
  if (frame.contentWindow) listeners.set(frame.contentWindow, hear);
  return frame;
}

function showBlock(place: HTMLElement, extension: Offered): void {
  const card = document.createElement('details');
  card.className = 'card extension-block';
  card.open = true;
  const [title, summary, more] = [document.createElement('h2'), document.createElement('span'), button('Show more')];
  const head = document.createElement('summary');
  head.append(title, summary);
  title.textContent = extension.name;
  summary.className = 'quiet';
  let limit = FOLDED;
  let height = 0;
  card.append(head);
  place.append(card);
  const frame = openFrame(card, extension, [place.dataset.order ?? ''], 'module', (message) => {
    if (message.kind === 'block') {
      title.textContent = message.heading || extension.name;
      summary.textContent = message.collapsedSummary;
    }
    if (message.kind === 'height') height = message.height;
    if (message.kind === 'navigate') openByUrl(message.url, place);
    fit();
  });
  const fit = () => {
    frame.style.height = `${Math.min(height, limit)}px`;
    more.hidden = height <= limit || limit === UNFOLDED;
  };
  more.addEventListener('click', () => {
    limit = UNFOLDED;
    fit();
  });
  card.append(more);
  fit();
}

/** A block that is not pinned: its name, and a button that pins it. */
function offerPin(place: HTMLElement, { name }: Offered, label: string): void {
  const row = document.createElement('p');
  const pin = button(label);
  pin.type = 'submit';
  pin.ariaLabel = `${label}: ${name}`;
  row.append(name, pin);
  place.append(row);
}

/** In the pages of a buyer, an extension stands in the page without a frame of its own to be seen. */
function showInline(place: HTMLElement, extension: Offered): void {
  const frame = openFrame(place, extension, [place.dataset.order ?? ''], 'module', (message) => {
    if (message.kind === 'height') frame.style.height = `${message.height}px`;
  });
  frame.className = 'extension-inline';
}

/**
 * Offers an action by its name. An action on one order is left out if its condition says no, one on a selection if
 * nothing is selected.
 */
async function offerAction(place: HTMLElement, extension: Offered): Promise<void> {
  if (extension.isConditional && !(await isDisplayed(place, extension))) return;
  const offer = button(extension.name);
  if (place.dataset.order === undefined) {
    offer.dataset.needsSelection = '';
    // something may have been selected before the action was loaded
    offer.disabled = !place.closest('[data-selection]')?.querySelector('input[name=order]:checked');
  }
  offer.addEventListener('click', () => {
    offer.closest('details')?.removeAttribute('open');
    openAction(place, extension);
  });
  place.append(offer);
}

async function isDisplayed(place: HTMLElement, extension: Offered): Promise<boolean> {
  return new Promise((resolve) => {
    const frame = openFrame(document.body, extension, selectedIn(place), 'condition', (message) => {
      if (message.kind !== 'display') return;
      frame.remove();
      resolve(message.display);
    });
    frame.hidden = true;
  });
}

function selectedIn({ dataset }: HTMLElement): string[] {
  if (dataset.order !== undefined) return [dataset.order];
  const boxes = document.querySelectorAll<HTMLInputElement>('input[data-gid]:checked');
  return [...boxes].flatMap((box) => box.dataset.gid ?? []);
}

function openAction(place: HTMLElement, extension: Offered): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'extension-action';
  dialog.ariaLabel = extension.name;
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  const isPrint = extension.target.endsWith('print-action.render');
  const offerDocument = isPrint ? addPreview(dialog) : null;
  openFrame(dialog, extension, selectedIn(place), 'module', (message) => {
    if (message.kind === 'close') dialog.close();
    if (message.kind === 'print') offerDocument?.(message.document);
  });
}

/** What the admin puts beside a print action: a preview, and the button that prints it. Its document runs no scripts. */
function addPreview(dialog: HTMLDialogElement): (html: string | null) => void {
  dialog.classList.add('extension-print');
  const [preview, print, cancel] = [document.createElement('iframe'), button('Print'), button('Cancel')];
  preview.title = 'Preview';
  preview.setAttribute('sandbox', 'allow-same-origin allow-modals');
  print.addEventListener('click', () => preview.contentWindow?.print());
  cancel.addEventListener('click', () => dialog.close());
  const foot = document.createElement('footer');
  foot.append(cancel, print);
  dialog.append(preview, foot);
  return (html) => {
    preview.srcdoc = html ?? 'No preview';
    print.disabled = html === null;
  };
}

/** Opens `extension://delivery-action`, a link from a block to an action on the same page. */
function openByUrl(url: string, place: HTMLElement): void {
  const handle = /^extension:\/\/([\w-]+)$/.exec(url)?.[1];
  const extension = offered.find((each) => each.handle === handle);
  if (extension) openAction(place, extension);
  else reportError(new Error(`the page has no ${url}`));
}

function button(label: string): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'button';
  made.textContent = label;
  return made;
}
