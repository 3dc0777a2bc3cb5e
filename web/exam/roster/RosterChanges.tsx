import { tokens } from '@fluentui/react-components'
import type { RosterChange } from '#shared/exam/roster/roster.rules.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'

const kinds: Readonly<Record<RosterChange['kind'], string>> = {
  added: '新增',
  gone: '移出',
  kept: '保留',
  moved: '换班',
  renamed: '改名',
  numbered: '考号改变',
  chosen: '选课改变',
}

/** What a roster would be then: in sentences, and candidate by candidate. */
export const RosterChanges = (of: {
  lines: readonly string[]
  changes: readonly RosterChange[]
  total: number
  candidates: number
}) => (
  <>
    <Section title="更新后">
      <ul style={{ margin: 0, paddingInlineStart: tokens.spacingHorizontalL }}>
        {of.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
        <li>共{of.candidates}名考生。</li>
      </ul>
    </Section>
    <Section title={of.total > of.changes.length ? `前${of.changes.length}处，共${of.total}处` : '改动'}>
      <DataTable
        label="改动"
        rows={of.changes}
        rowKey={(c) => `${c.kind} ${c.studentId}`}
        columns={[
          { key: 'studentName', name: '姓名', value: (c) => c.studentName },
          { key: 'studentNumber', name: '考号', value: (c) => c.studentNumber },
          { key: 'className', name: '班级', value: (c) => c.className },
          {
            key: 'kind',
            name: '改动',
            value: (c) => kinds[c.kind],
            cell: (c) => (
              <StateMark
                text={kinds[c.kind]}
                meaning={c.kind === 'gone' ? 'out' : c.kind === 'added' ? 'done' : 'going'}
              />
            ),
          },
          { key: 'was', name: '原来', value: (c) => c.was ?? '' },
          { key: 'scanned', name: '答题卡', value: (c) => (c.scanned ? '已有' : '') },
        ]}
      />
    </Section>
  </>
)
