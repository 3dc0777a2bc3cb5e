import type { PaperId } from '#shared/kit/ids.ts'
import type { readers } from '#shared/marking/reader/reader.calls.ts'
import { saveRules, tryRules } from '#shared/marking/reader/reader.calls.ts'
import { mostRulesText } from '#shared/marking/reader/reader.types.ts'
import { act, ask } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { FormDialog } from '#web/kit/parts/FormDialog.tsx'
import { triedText } from './rules.words.ts'

type Of = { paperId: PaperId; row: OutputOf<typeof readers>['questions'][number]; close: () => void }

/** What a text is worth, a rule a line: tried on what was read before it is saved. */
export const RulesDialog = ({ paperId, row: { questionId, number, rules }, close }: Of) => (
  <FormDialog
    close={close}
    form={{
      title: `第 ${number} 题　作答规则`,
      submit: '试一试',
      start: { text: rules.text },
      fields: [
        {
          ...{ name: 'text', label: '规则', kind: 'textarea', maxLength: mostRulesText, lines: 8, wide: true },
          hint: '每行一条：分数、冒号、写法，先合的算。3：12 | 十二　2：各 北京，上海　3：数 9.8±0.1m/s　3：式 2x+1　1：形 \\d+cm',
        },
      ],
      run: async (sent) => {
        const text = String(sent['text'] ?? '')
        const tried = await ask(tryRules, { paperId, questionId, text }, { hideMessage: true })
        return {
          text: triedText(tried),
          submit: '保存',
          run: async () => {
            await act(saveRules, { paperId, questionId, text, version: rules.version }, { hideMessage: true })
            return () => toast('success', '规则已保存，请阅读器接着读一次来对照')
          },
        }
      },
    }}
  />
)
