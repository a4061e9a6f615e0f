/**
 * Words of the pages that the pictures of the merchants' guide show, in the languages of the guide. All other pages of
 * this admin are in English.
 */
const PIN_WORDS = {
  en: {
    title: 'Apps',
    add: 'Add block',
    text: 'Pin a block to see it on every order.',
    pin: 'Pin',
  },
  es: {
    title: 'Aplicaciones',
    add: 'Agregar bloque',
    text: 'Fije un bloque para verlo en todos los pedidos.',
    pin: 'Fijar',
  },
  pt: {
    title: 'Apps',
    add: 'Adicionar bloco',
    text: 'Fixe um bloco para vê-lo em todos os pedidos.',
    pin: 'Fixar',
  },
} as const;

const ACCOUNT_WORDS = {
  en: { order: 'Order', confirmed: 'Confirmed', nothing: 'Your order is being prepared.', address: 'Shipping address' },
  es: {
    order: 'Pedido',
    confirmed: 'Confirmado',
    nothing: 'Estamos preparando su pedido.',
    address: 'Dirección de envío',
  },
  pt: {
    order: 'Pedido',
    confirmed: 'Confirmado',
    nothing: 'Seu pedido está sendo preparado.',
    address: 'Endereço de entrega',
  },
} as const;

type Language = keyof typeof PIN_WORDS;

function languageOf(locale: string): Language {
  const [language = ''] = locale.toLowerCase().split('-');
  return language === 'es' || language === 'pt' ? language : 'en';
}

export const pinWords = (locale: string) => PIN_WORDS[languageOf(locale)];
export const accountWords = (locale: string) => ACCOUNT_WORDS[languageOf(locale)];
