/** The stages there are. Apart from `stage.ts`, so that the deploy command need not load the CDK to speak of them. */
export const stages = ['dev', 'stage', 'prod'] as const
export type Stage = (typeof stages)[number]

export const isStage = (text: unknown): text is Stage => stages.includes(text as Stage)
