import { decimal, showScore } from '#shared/kit/score.ts'
import type { readers } from '#shared/marking/reader/reader.calls.ts'
import { readerFaults, readerStands } from '#shared/marking/reader/reader.types.ts'
import type { ReaderFault } from '#shared/marking/reader/reader.types.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { ApartTiles } from '../parts/ApartTiles.tsx'

type Row = OutputOf<typeof readers>['questions'][number]

const faultText = ({ told }: Row): string =>
  (Object.entries(told?.faults ?? {}) as [ReaderFault, number][])
    .map(([fault, n]) => `${readerFaults[fault]}${n}份`)
    .join('，') || '—'
const share = ({ told }: Row): string =>
  told && told.agreement.n > 0 ? `${decimal((100 * told.agreement.exact) / told.agreement.n, 1)}%` : '—'

const kappaText = (n: number | null): string => (n === null ? '—' : decimal(n, 2))

/** What the deployment's reader came to beside people's marks; nothing where no question was ever shown to one. */
export const ReaderReport = ({ rows }: { rows: readonly Row[] }) => {
  if (rows.length === 0) return null
  const apart = rows.flatMap((q) => q.apart.map((a) => ({ ...a, number: q.number, key: `${q.number}|${a.studentId}` })))
  return (
    <>
      <Section title="阅读器">
        <DataTable<Row>
          label="阅读器"
          rows={rows}
          rowKey={(q) => q.questionId}
          columns={[
            { key: 'number', name: '题号', value: (q) => `第 ${q.number} 题`, width: 104 },
            { key: 'stands', name: '它的建议', value: (q) => readerStands[q.stands], width: 200 },
            { key: 'answers', name: '可读', unit: '份', value: (q) => q.told?.answers ?? '—', number: true, width: 88 },
            { key: 'read', name: '已读', unit: '份', value: (q) => q.told?.read ?? '—', number: true, width: 88 },
            { key: 'n', name: '对照', unit: '份', value: (q) => q.told?.agreement.n ?? '—', number: true, width: 88 },
            { key: 'exact', name: '与老师同分', value: share, number: true, width: 112 },
            {
              key: 'kappa',
              name: 'κ',
              value: (q) => kappaText(q.told?.agreement.kappa ?? null),
              number: true,
              width: 72,
            },
            {
              key: 'wavering',
              name: '前后不一',
              unit: '份',
              value: (q) => (q.told ? `${q.told.wavering}/${q.told.again}` : '—'),
              number: true,
              width: 104,
            },
            { key: 'faults', name: '没有采用的回答', value: faultText, width: 240 },
          ]}
        />
      </Section>
      {apart.length > 0 && (
        <Section title="阅读器与老师给分不同的作答">
          <ApartTiles of={apart} said={(a) => `老师 ${showScore(a.given)}分，阅读器 ${showScore(a.proposed)}分`} />
        </Section>
      )}
    </>
  )
}
