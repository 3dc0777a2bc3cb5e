import type { CandidateWishSent } from '#shared/exam/roster/candidateWish.rules.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { UploadBox } from '#web/kit/parts/UploadBox.tsx'
import type { Field, FieldCell } from '#web/kit/screens/screen.types.ts'

type ChosenFile = { key: string; fileName: string }
type Template = () => Promise<{ url: string }>

const FileCell = ({ value, onChange, template }: FieldCell & { template: Template }) => {
  const chosen = value as ChosenFile | undefined
  return (
    <div style={{ display: 'flex', flexDirection: 'column', gap: 4, alignItems: 'flex-start' }}>
      <UploadBox
        family="roster"
        hint="把表格拖到这里（.xlsx 或 .csv）"
        quiet
        onUploaded={({ files: [file] }) => onChange({ key: file!.key, fileName: file!.fileName })}
      />
      {chosen && <span>已上传“{chosen.fileName}”</span>}
      <ActionButton
        size="small"
        appearance="subtle"
        action={{ name: '下载模板', run: async () => window.location.assign((await template()).url) }}
      />
    </div>
  )
}

/** A table that is uploaded within a form, beside the one to be filled in: what is sent is where it lies. */
export const fileField = (template: Template, more: Pick<Field, 'hint' | 'when'> = {}): Field => ({
  name: 'file',
  label: '表格',
  kind: 'custom',
  required: true,
  ...more,
  render: (cell) => <FileCell {...cell} template={template} />,
})
export const fileOf = (sent: Record<string, unknown>): ChosenFile => sent['file'] as ChosenFile

/** What a form with a table asks of it before it is sent. */
export const fileCheck = (sent: Record<string, unknown>): Record<string, string> =>
  sent['from'] === 'pasted' || typeof sent['file'] === 'object' ? {} : { file: '请先上传表格' }

/** Candidates by a list: a column that is pasted, or a table. */
export const listFields = (template: Template, placeholder: string): Field[] => [
  {
    name: 'from',
    label: '名单',
    kind: 'radio',
    required: true,
    options: [
      { value: 'pasted', label: '粘贴考号或学号' },
      { value: 'file', label: '上传表格' },
    ],
  },
  {
    name: 'numbers',
    label: '考号或学号',
    kind: 'textarea',
    required: true,
    placeholder,
    when: (v) => v['from'] !== 'file',
  },
  fileField(template, { hint: '按“考号”或“学号”一列找到考生，其他列不看。', when: (v) => v['from'] === 'file' }),
]
export const listStart = { from: 'pasted' }
export const listWish = (sent: Record<string, unknown>): CandidateWishSent =>
  sent['from'] === 'file' ? { kind: 'file', ...fileOf(sent) } : { kind: 'numbers', text: String(sent['numbers']) }
