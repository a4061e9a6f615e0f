import { LONGEST_TEXT, LONGEST_TOKEN, SHORTEST_TOKEN } from '../settings-error.ts';
import type { Texts } from './en.ts';
import { withMessage } from './with-message.ts';

/** Portuguese of Brazil. */
export const pt: Texts = {
  navigation: { deliveries: 'Entregas', settings: 'Configurações' },

  phases: {
    waiting: 'Em espera',
    'handing-over': 'Sendo passada ao operador',
    'in-delivery': 'Passada ao operador',
    'needs-attention': 'Requer atenção',
    delivered: 'Entregue',
    failed: 'Não entregue',
    skipped: 'Não é passada',
    cancelled: 'Cancelada',
  },

  holds: {
    'no-shopify-token': 'Continua agora que o aplicativo foi aberto.',
    'set-up': 'Espera até que as configurações estejam completas.',
    'switched-off': 'Espera até que a passagem ao operador seja ativada.',
    'account-paused': 'Espera um token que o operador aceite.',
    uninstalled: 'Espera até que o aplicativo seja instalado de novo.',
    release: 'Espera a sua confirmação: havia muitas retidas.',
  },

  services: {
    Nextday: { name: 'Dia seguinte', explanation: 'Entregue no próximo dia útil, a qualquer hora.' },
    Express: { name: 'Expresso', explanation: 'Entregue no mesmo dia, assim que o operador puder.' },
    Sameday: { name: 'Mesmo dia', explanation: 'Entregue no mesmo dia, a qualquer hora.' },
    NextdayWithWindow: {
      name: 'Dia seguinte com horário',
      explanation: 'Entregue em um dia útil posterior entre duas horas. Um pedido sem horário requer atenção.',
    },
    SamedayWithWindow: {
      name: 'Mesmo dia com horário',
      explanation: 'Entregue no mesmo dia entre duas horas. Um pedido sem horário requer atenção.',
    },
  },

  deliveries: {
    title: 'Entregas',
    resource: { singular: 'entrega', plural: 'entregas' },
    columns: {
      order: 'Pedido',
      state: 'Estado',
      service: 'Serviço',
      orderNumber: 'Número de ordem',
      problem: 'Problema',
    },
    unnamedOrder: 'Pedido ainda não lido',
    checked: (ago) => `Consultado ${ago}`,
    stateSince: (time) => `Desde ${time}`,
    track: 'Rastrear',
    trackDelivery: (orderNumber) => `Rastrear ${orderNumber} (abre outra aba)`,
    retry: 'Tentar de novo',
    sendAnyway: 'Enviar mesmo assim',
    moreProblems: (count) => (count === 1 ? 'e mais um problema' : `e mais ${count} problemas`),
    unknownProblem: {
      sentence: 'Não continua sozinha.',
      nextStep: 'Tente de novo. Se não ajudar, envie o número de ordem a quem faz o aplicativo.',
    },
    unknownSkip: {
      sentence: 'Não é passada ao operador.',
      nextStep: 'Processe os itens de novo se devem ser entregues.',
    },
    again: {
      taken: 'Está de novo a caminho do operador.',
      'not-taken': 'Nada a reenviar: a entrega mudou nesse meio-tempo.',
      unreachable: 'Não houve conexão. Tente de novo.',
    },
    next: 'Entregas anteriores',
    previous: 'Entregas mais recentes',
    emptyTitle: 'Processe um pedido e a entrega aparece aqui',
    emptyText: (operator) =>
      `Cada envio desta loja é passado sozinho ao operador ${operator}, e o estado aparece aqui e no pedido.`,
    emptyNotReadyTitle: 'Complete as configurações para a primeira entrega',
    emptyNotReadyText: (operator) =>
      `Informe o token que recebeu de ${operator} e o ponto de coleta. O que for processado até lá espera e não se perde.`,
    openSettings: 'Abrir configurações',
  },

  banners: {
    'set-up': {
      title: 'Nada é passado ao operador ainda: as configurações não estão completas',
      token: 'Falta o token da sua conta no operador.',
      pickup: 'Falta indicar onde o operador coleta a mercadoria.',
    },
    'switched-off': {
      title: 'A passagem ao operador está desativada',
      text: 'Envios novos esperam. Continuam assim que você a ativar nas configurações.',
    },
    'account-paused': {
      title: 'O operador recusa o token',
      text: 'Envios e estados esperam. Continuam assim que você salvar um token que o operador aceite.',
    },
    openSettings: 'Abrir configurações',
  },

  access: {
    scopesTitle: 'Faltam permissões ao Handoff nesta loja',
    scopesText: (scopes: string) =>
      `Os envios esperam até que sejam concedidas: ${scopes}. Feche o aplicativo, abra-o de novo e aceite o que a Shopify pedir. Se ela não pedir nada, avise quem mantém o aplicativo.`,
    withheldTitle: 'A Shopify não fornece nomes, endereços nem telefones a este aplicativo',
    withheldText:
      'Sem eles nenhuma entrega pode ser enviada ao operador. Pergunte a quem mantém o aplicativo se a Shopify aprovou o acesso dele a dados protegidos de clientes; depois, envie as entregas de novo.',
  },

  settings: {
    title: 'Configurações',
    save: 'Salvar',
    discard: 'Descartar',
    saved: 'Configurações salvas',
    account: {
      title: 'Conta no operador',
      description: (operator) => `O token que recebeu de ${operator}. Ele é guardado cifrado e nunca mais mostrado.`,
      environment: 'Ambiente',
      environments: { production: 'Produção', test: 'Testes' },
      token: 'Token',
      tokenKept: (lastFour) => `Há um token guardado que termina em ${lastFour}. Deixe vazio para continuar com ele.`,
      tokenNone: 'Cole-o como o recebeu.',
      tokenPaused: (lastFour) => `O operador recusa o token que termina em ${lastFour}. Cole um novo.`,
      test: 'Testar conexão',
      accepted: 'O operador aceita o token.',
      refused: (message) => withMessage('O operador recusa o token', message),
      notChecked: (message) => withMessage('Não foi possível consultar o operador', message),
    },
    pickup: {
      title: 'Ponto de coleta',
      description: 'Onde o operador coleta a mercadoria.',
      kind: 'O ponto de coleta é',
      branch: 'Uma filial homologada',
      branchHelp: 'Registrada antes no operador. Assim as rotas são mais bem planejadas.',
      address: 'Um endereço',
      branchId: 'Id da filial homologada',
      branchIdHelp: 'O número que o operador deu à filial.',
      name: 'Nome do ponto de coleta',
      street: 'Endereço',
      district: 'Distrito',
      districtHelp: 'Como o operador o escreve.',
    },
    service: {
      title: 'Serviço de entrega',
      description: 'Com que serviço as entregas são passadas.',
      label: 'Serviço de entrega',
    },
    handOver: {
      title: 'Passagem ao operador',
      description: 'Enquanto está desativada, envios novos esperam e nada chega ao operador.',
      label: 'Passar os envios ao operador',
      help: 'As entregas em espera continuam assim que você a ativar e salvar.',
    },
    errors: {
      'token-missing': 'Cole o token da sua conta no operador.',
      'token-missing-in-environment': 'Cole o token deste ambiente: o que está guardado é do outro.',
      'token-too-short': `Um token tem pelo menos ${SHORTEST_TOKEN} caracteres.`,
      'token-too-long': `Um token tem no máximo ${LONGEST_TOKEN} caracteres.`,
      'token-has-spaces': 'Um token não tem espaços. Cole-o sozinho, sem "Bearer" nem outra palavra.',
      'token-characters': 'Um token só tem letras sem acentos, dígitos e sinais.',
      'environment-unknown': 'Escolha um dos ambientes.',
      'pickup-kind-missing': 'Escolha uma filial homologada ou um endereço.',
      'branch-missing': 'Informe o id da filial homologada.',
      'branch-not-a-number': 'O id de uma filial é um número inteiro, como 101.',
      'text-missing': 'Preencha este campo.',
      'text-too-long': `É longo demais: no máximo ${LONGEST_TEXT} caracteres.`,
      'text-has-markup': 'Os caracteres < e > não podem ser usados aqui.',
      'text-has-direction-marks': 'Há caracteres invisíveis que mudam a direção do texto. Digite-o de novo.',
      'service-unknown': 'Escolha um dos serviços de entrega.',
    },
    refusedOnSave: (message) => withMessage('O operador recusa este token, e nada foi salvo', message),
    savedUnchecked: {
      title: 'Salvo, mas o token não pôde ser verificado',
      text: (message) => withMessage('Não foi possível consultar o operador', message),
    },
    changedMeanwhile: {
      title: 'As configurações mudaram nesse meio-tempo',
      text: 'Alguém as salvou em outra aba. O que você digitou continua aqui e o resto está como foi salvo. Confira e salve de novo.',
    },
    invalid: {
      title: 'Nada foi salvo ainda',
      text: 'Corrija os campos marcados e salve de novo.',
    },
    unreachable: {
      title: 'Nada foi salvo: não houve conexão',
      text: 'O que você digitou continua aqui. Salve de novo.',
    },
  },

  error: {
    title: 'Esta página não pôde ser mostrada',
    text: 'Nada se perde: as entregas seguem sem esta página. Se tentar de novo não ajudar, abra o aplicativo outra vez em Aplicativos da sua loja.',
    retry: 'Tentar de novo',
    toDeliveries: 'Ir às entregas',
  },
};
