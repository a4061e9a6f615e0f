import type { Texts } from './text.ts';

/** Portuguese of Brazil. */
export const pt: Texts = {
  fields: {
    name: 'nome',
    company: 'empresa',
    phone: 'telefone',
    email: 'e-mail',
    street: 'endereço',
    city: 'cidade',
    province: 'estado',
    zip: 'CEP',
    country: 'país',
    lines: 'itens',
  },
  problems: {
    'operator-refused': {
      sentence: 'O operador recusou a ordem de entrega[: {message}].',
      nextStep: 'Corrija o que o operador indica, no pedido ou nas configurações, e envie de novo.',
    },
    'operator-unreachable': {
      sentence: 'Não foi possível contatar o operador depois de várias tentativas[: {message}].',
      nextStep: 'Envie de novo mais tarde. Se continuar, pergunte ao operador se o serviço está no ar.',
    },
    'order-number-taken': {
      sentence: 'O operador já tem outra entrega com o número de ordem {orderNumber}.',
      nextStep:
        'Defina nas configurações um prefixo próprio para os números de ordem, ou consulte o operador sobre essa entrega.',
    },
    'order-number-too-long': {
      sentence: 'O número de ordem teria {length} caracteres; são enviados no máximo {limit}.',
      nextStep: 'Escolha nas configurações um prefixo ou modelo mais curto para os números de ordem.',
    },
    'outcome-unknown': {
      sentence: 'Não se sabe se o operador recebeu a ordem[: {message}].',
      nextStep: 'Pergunte ao operador se o número de ordem existe antes de enviá-la de novo.',
    },
    'unknown-to-operator': {
      sentence: 'O operador, que havia aceitado a ordem, não conhece mais o seu número.',
      nextStep: 'Pergunte ao operador o que houve com a entrega. Enquanto isso, continuamos procurando.',
    },
    'cancelled-after-hand-over': {
      sentence: 'O envio foi cancelado quando o operador já o havia recebido.',
      nextStep: 'Ligue para o operador para parar a entrega: daqui não é possível cancelá-la.',
    },
    'edited-after-hand-over': {
      sentence: 'O pedido foi alterado quando o operador já o havia recebido: {fields}.',
      nextStep:
        'Ligue para o operador se a entrega precisar mudar: daqui não é possível. Depois marque como resolvido.',
    },
    'shopify-access-missing': {
      sentence: 'O aplicativo não tem permissão para ler este pedido.',
      nextStep: 'Abra o aplicativo uma vez e aceite as permissões que ele pede.',
    },
    'shopify-unreachable': {
      sentence: 'Não foi possível contatar a Shopify depois de várias tentativas.',
      nextStep: 'Envie de novo mais tarde.',
    },
    'unexpected-failure': {
      sentence: 'Algo falhou no Handoff, repetidamente.',
      nextStep: 'Envie de novo; se falhar mais uma vez, escreva-nos com o número do pedido.',
    },
    'order-number-unreadable': {
      sentence: 'O número de ordem teria caracteres que não podem ser enviados.',
      nextStep:
        'Use letras, dígitos, espaços e . _ - / : + ( ) no prefixo e no modelo dos números de ordem, e nos nomes de pedido da loja.',
    },
    'pickup-missing': {
      sentence: 'Ainda não foi definido onde o operador coleta a mercadoria.',
      nextStep: 'Escolha nas configurações um ponto de coleta para o local deste envio, ou um padrão.',
    },
    'customer-data-withheld': {
      sentence: 'A Shopify não entrega a este aplicativo o nome, o endereço nem o telefone do cliente.',
      nextStep: 'Pergunte a quem faz o aplicativo se a Shopify aprovou o acesso aos dados protegidos de clientes.',
    },
    'name-missing': {
      sentence: 'O pedido não tem o nome de quem recebe.',
      nextStep: 'Adicione um nome ao endereço de entrega do pedido.',
    },
    'phone-missing': {
      sentence: 'O pedido não tem telefone.',
      nextStep: 'Adicione um telefone ao endereço de entrega do pedido, ou nas configurações um para esses casos.',
    },
    'phone-unusable': {
      sentence: 'O pedido não tem um telefone para o qual se possa ligar.',
      nextStep: 'Corrija o telefone no endereço de entrega do pedido, com o código do país.',
    },
    'email-missing': {
      sentence: 'O pedido não tem e-mail.',
      nextStep: 'Adicione um e-mail ao pedido, ou nas configurações um para esses casos.',
    },
    'email-unusable': {
      sentence: 'O pedido não tem um e-mail para o qual se possa escrever.',
      nextStep: 'Corrija o e-mail do pedido.',
    },
    'address-missing': {
      sentence: 'O pedido não tem endereço de entrega.',
      nextStep: 'Adicione a rua e o número ao endereço de entrega do pedido.',
    },
    'district-missing': {
      sentence: 'O pedido não indica o distrito onde as configurações o procuram.',
      nextStep: 'Adicione o distrito ao endereço de entrega do pedido, ou escolha nas configurações onde ele está.',
    },
    'district-not-served': {
      sentence: 'O distrito do pedido[ ({district})] não é um dos do operador.[ Os nomes mais parecidos: {nearest}.]',
      nextStep: 'Corrija o distrito no pedido, ou escolha o nome que o operador usa; ele ficará salvo.',
    },
    'time-zone-unknown': {
      sentence: 'O fuso horário da loja ou do operador não é conhecido aqui.',
      nextStep: 'Corrija o fuso horário da loja na Shopify, ou peça a quem faz o aplicativo que corrija o do operador.',
    },
    'after-cutoff': {
      sentence: 'É tarde demais para {service} hoje: o horário limite era {cutoff}.',
      nextStep: 'Envie amanhã, ou permita nas configurações que esses pedidos passem para o dia seguinte.',
    },
    'closed-today': {
      sentence: 'Hoje não há {service}: não é dia útil.',
      nextStep: 'Envie no próximo dia útil, ou permita nas configurações que esses pedidos passem para o dia seguinte.',
    },
    'window-missing': {
      sentence: '{service} precisa de um horário de entrega, e nem o pedido nem as configurações o têm.',
      nextStep: 'Defina um horário para {service} nas configurações, ou escolha onde os pedidos o trazem.',
    },
    'window-unreadable': {
      sentence: 'Não é possível ler o horário de entrega do pedido ({source}).',
      nextStep: 'Escreva no pedido a data como 2026-05-31 ou 31/05/2026 e as horas como 09:00.',
    },
    'window-ends-before-start': {
      sentence: 'O horário de entrega do pedido não termina depois de começar ({source}).',
      nextStep: 'Corrija as horas no pedido.',
    },
    'window-past': {
      sentence: 'O horário para {service} já passou.',
      nextStep: 'Combine outro horário com o cliente e corrija-o no pedido, ou escolha outro serviço.',
    },
    'window-too-soon': {
      sentence: 'O dia que o cliente escolheu é cedo demais para {service}.',
      nextStep: 'Combine outro dia com o cliente e corrija-o no pedido, ou escolha outro serviço.',
    },
    'window-on-closed-day': {
      sentence: 'O dia que o cliente escolheu não é útil.',
      nextStep: 'Combine outro dia com o cliente e corrija-o no pedido, ou corrija os dias úteis nas configurações.',
    },
    'price-unreadable': {
      sentence: 'Não é possível ler o preço de uma linha do envio.',
      nextStep: 'Verifique os preços do pedido. Se estiverem certos, envie este problema a quem faz o aplicativo.',
    },
    'file-link-unusable': {
      sentence: 'Um arquivo do pedido não é um link https ({sources}).',
      nextStep: 'Corrija o link no pedido, ou nas configurações o lugar dos arquivos.',
    },
    'order-invalid': {
      sentence: 'A ordem de entrega não tem a forma que o operador pede: {field}.',
      nextStep:
        'Verifique as configurações que decidem este campo. Se estiverem certas, envie este problema a quem faz o aplicativo.',
    },
  },
  skips: {
    'fulfillment-gone': {
      sentence: 'A Shopify não conhece mais este envio.',
      nextStep: 'Não há nada a fazer.',
    },
    'fulfillment-cancelled': {
      sentence: 'O envio está cancelado.',
      nextStep: 'Processe os itens de novo se devem ser entregues.',
    },
    'fulfillment-not-successful': {
      sentence: 'O envio não está completo na Shopify[ ({detail})].',
      nextStep: 'Ele será verificado de novo quando a Shopify disser que está.',
    },
    'order-cancelled': { sentence: 'O pedido está cancelado.', nextStep: 'Não há nada a fazer.' },
    'nothing-to-ship': { sentence: 'Nada no envio precisa ser transportado.', nextStep: 'Não há nada a fazer.' },
    'delivery-method': {
      sentence: 'O cliente escolheu uma forma de entrega que não é passada ao operador[ ({detail})].',
      nextStep: 'Envie mesmo assim, ou escolha nas configurações quais formas de entrega são passadas.',
    },
    country: {
      sentence: 'O pedido vai para um país que não é passado ao operador.',
      nextStep: 'Envie mesmo assim, ou escolha nas configurações quais países são passados.',
    },
    'test-order': {
      sentence: 'É um pedido de teste.',
      nextStep: 'Envie mesmo assim, ou permita nas configurações que pedidos de teste sejam passados.',
    },
    'other-tracking': {
      sentence: 'O envio já tem o rastreamento de outra transportadora.',
      nextStep: 'Envie mesmo assim se este operador também deve entregá-lo.',
    },
    'tag-missing': {
      sentence: 'O pedido não tem nenhuma das tags que são passadas ao operador[: {detail}].',
      nextStep: 'Envie mesmo assim, ou mude as tags nas configurações.',
    },
    'tag-excluded': {
      sentence: 'O pedido tem uma tag que não é passada ao operador[: {detail}].',
      nextStep: 'Envie mesmo assim, ou mude as tags nas configurações.',
    },
    'high-risk': {
      sentence: 'A Shopify classifica como alto o risco de fraude deste pedido.',
      nextStep: 'Envie mesmo assim depois de verificar o pedido.',
    },
    'location-switched-off': {
      sentence: 'Nada é passado ao operador a partir deste local[: {detail}].',
      nextStep: 'Envie mesmo assim, ou ative o local nas configurações.',
    },
    'service-rule': {
      sentence: 'Uma regra sua diz que não é passado ao operador[: {detail}].',
      nextStep: 'Envie mesmo assim, ou mude a regra nas configurações.',
    },
    stopped: {
      sentence: 'Alguém o parou antes de ser passado ao operador.',
      nextStep: 'Envie mesmo assim se afinal deve ser entregue.',
    },
    handled: {
      sentence: 'Alguém o marcou como resolvido.',
      nextStep: 'Envie mesmo assim se afinal o operador deve entregá-lo.',
    },
  },
};
