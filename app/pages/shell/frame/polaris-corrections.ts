import type { AppProviderProps } from '@shopify/polaris';
import type { PageTexts } from '../../../texts/catalogue.ts';

/** The texts of Polaris' own components, by their keys. */
export type Translations = Extract<AppProviderProps['i18n'], readonly unknown[]>[number];

/**
 * Texts of Polaris that do not fit: in Spanish and Portuguese it takes every resource for masculine, and in Spanish it
 * addresses the reader informally. Where both have a text, this one is shown.
 */
export function polarisCorrections({ polaris, savedViews }: PageTexts): Translations {
  const sameName = savedViews.refused['same-name'];
  const errors = { sameName };
  return {
    Polaris: {
      ...polaris,
      IndexFilters: { UpdateButtons: { modal: { sameName } } },
      Tabs: { CreateViewModal: { errors }, RenameModal: { errors }, DuplicateModal: { errors } },
    },
  };
}
