import type { HelpOf } from '#web/kit/help.types.ts'

export const rubricHelp: HelpOf = {
  '/v2/read-paper-group/detail/rubric/:paperId/:lead': {
    lines: [
      '一道题的分由哪些点组成：逐点给分、逐点扣分或按等级。',
      '设置以后，阅卷时每点一个键，分数自动合计；选了哪几点随评分保存，仲裁时能看到。',
      '阅卷开启以后可以改名、增减；已给的分不变。',
    ],
  },
}
