import { sessionConfig } from '#web/kit/sessionConfig.ts'

/** 'route name - product title'; a partner may give the product's title for a session. */
export const titleOf = (name: string, product: string, given = sessionConfig().title): string =>
  `${name} - ${given ?? product}`
