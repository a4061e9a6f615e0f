/** One page of the guide in one language, rendered from its Markdown file in `docs/guide` when the pages are built. */
export interface GuidePage {
  readonly title: string;
  /** The text, with links to pages of the app. */
  readonly html: string;
  /** The text for readers outside the admin. */
  readonly plainHtml: string;
}
