import * as z from 'zod'

/**
 * The system's configuration as the session sees it: the platform's, then the area's, then the school's over it.
 * Names that this code does not know are kept, so that a later screen's setting needs no new schema.
 */
export const SystemConfig = z.looseObject({
  hideSettingBtn: z.boolean().optional(),
  hideLogOut: z.boolean().optional(),
  hidehome: z.boolean().optional(),
  homeworkMode: z.boolean().optional(),
  /** 1 question bank, 2 regional, 3 third-party question bank, 4 answer card, 5 exam. */
  customModule: z.int().min(1).max(5).optional(),
  closePage: z.boolean().optional(),
  hzyFlag: z.boolean().optional(),
  /** Modules of a school; `vip_enable` 1 or 2 switches its membership on. */
  moduleConfigList: z
    .array(z.object({ key: z.string().max(60), status: z.int() }))
    .max(200)
    .optional(),
})
export type SystemConfig = z.infer<typeof SystemConfig>

/** What is written: null takes a setting back to what the platform or the area says. */
export const SystemConfigChange = z
  .looseObject(
    Object.fromEntries(Object.entries(SystemConfig.shape).map(([name, of]) => [name, of.nullable()])) as Record<
      string,
      z.ZodType
    >,
  )
  .check((context) => {
    if (JSON.stringify(context.value).length > 20_000)
      context.issues.push({ code: 'custom', message: '配置内容过长', input: null })
  })

/** A dictionary by its name: value → label. */
export const Dictionaries = z.record(z.string(), z.record(z.string(), z.string()))
export type Dictionaries = z.infer<typeof Dictionaries>

/** The columns of a table that a user does not want to see; those that come new are shown. */
export const HiddenColumns = z.array(z.string().min(1).max(60)).max(100)
