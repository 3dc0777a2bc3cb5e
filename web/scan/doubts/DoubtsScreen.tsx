import { MessageBar, MessageBarBody } from '@fluentui/react-components'
import { useRef, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import type { PaperId } from '#shared/kit/ids.ts'
import {
  acceptMissing,
  assignStudent,
  confirmReading,
  doubtList,
  setAbsent,
  settleDuplicate,
  undoSettlement,
  voidPage,
} from '#shared/scan/scan.calls.ts'
import { cooperationStatus } from '#shared/scan/doubts/exception.calls.ts'
import { joinBack, settleAbsent } from '#shared/scan/uploading/sheetCount.calls.ts'
import type { DoubtRow } from '#shared/scan/doubts/doubt.types.ts'
import { sheetDoubtKinds } from '#shared/scan/sheet.types.ts'
import type { SheetDoubtKind } from '#shared/scan/sheet.types.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { ReviewScreen } from '#web/kit/screens/ReviewScreen.tsx'
import {
  choicesFor,
  eitherIs,
  findStudent,
  isJudged,
  isMark,
  isOfPage,
  itemsOf,
  lackingOf,
  markTyped,
  nameOf,
  reasonOf,
  studentsMeant,
  suggestionFor,
  untouchedOf,
} from './doubtItems.ts'
import { lettersTyped } from '../results/correct.ts'
import type { Decision, DoubtItem } from './doubtItems.ts'
import { BulkBar } from './BulkBar.tsx'
import { CooperationBar } from './CooperationBar.tsx'
import { errorCards } from './errorCards.ts'
import { DoubtView } from './DoubtView.tsx'
import { afterDoubts } from '../parts/afterScan.ts'
import { isBarred, Unseen } from '../parts/Unseen.tsx'
import { scanSiblings } from '../parts/scanSiblings.ts'
import { useSheets } from '../parts/useSheets.ts'
import { transfer } from '../parts/transfer.ts'
import { useClaimed } from './useClaimed.ts'
import { usePeople } from './usePeople.ts'
import { useScanProgress } from '../parts/useScanProgress.ts'
import { useStill } from './useStill.ts'
import { doubtsPath, studentPath } from '../scan.paths.ts'
import { takesOutBar } from '../stateWords.ts'

const pageOf = (row: DoubtRow) => ({ batchId: row.batchId!, no: row.no! })
const isNumber = (text: string): boolean => /^\d{4,18}$/.test(text.trim())
/** One queue of everything of a paper that waits for a person. */
export const DoubtsScreen = () => {
  const paperId = useParams()['paperId'] as PaperId
  const [query] = useSearchParams()
  const kind = sheetDoubtKinds.find((k) => k === query.get('kind')) ?? null
  const queue = useAsk(doubtList, { paperId, pageSize: 60, ...(kind ? { kind } : {}) }, { freshMs: 0, quiet: true })
  if (!queue.data && queue.error)
    return isBarred(queue.error) ? (
      <Unseen title="处理存疑" />
    ) : (
      <NoticeScreen title="处理存疑" error={queue.error} again={() => void queue.refetch()} />
    )
  return <Queue paperId={paperId} kind={kind} queue={queue} />
}

type Asked = ReturnType<typeof useAsk<typeof doubtList>>
const Queue = ({ paperId, kind, queue }: { paperId: PaperId; kind: SheetDoubtKind | null; queue: Asked }) => {
  const { list: people, large, gave } = usePeople(paperId)
  const exam = useSheets(paperId)
  const together = useAsk(cooperationStatus, { paperId }, { everyMs: 5_000, quiet: true }).data
  const claimed = useClaimed(paperId, together?.joined ?? null)
  useScanProgress(paperId, 5_000)
  const rows = useStill(claimed ? claimed.rows : queue.data?.list)
  const kinds = queue.data?.kinds ?? []
  // Pages whose questions are gone through one by one.
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  // Two decisions on one page follow each other faster than the queue is read again: the newest version is kept here.
  const versions = useRef(new Map<string, number>())
  const at = (row: DoubtRow) => {
    const page = pageOf(row)
    return { ...page, version: Math.max(row.version ?? 0, versions.current.get(`${page.batchId}:${page.no}`) ?? 0) }
  }
  const noted = async (row: DoubtRow, done: Promise<{ version: number }>): Promise<void> => {
    const page = pageOf(row)
    versions.current.set(`${page.batchId}:${page.no}`, (await done).version)
  }

  const settle = async ({ row, doubt }: DoubtItem, value: unknown): Promise<void> => {
    const decision = value as Decision
    switch (decision.act) {
      case 'assign':
      case 'oldIs': {
        const { studentId } = decision
        const done =
          decision.act === 'assign'
            ? act(assignStudent, { ...at(row), studentId })
            : act(settleDuplicate, { ...at(row), keep: 'new', oldIs: studentId })
        await noted(row, done)
        gave(studentId, row.page, true)
        const whose = people.find((p) => p.studentId === studentId)
        if (whose) toast('success', `已归到 ${whose.studentName}（${whose.studentNumber}，${whose.className}）`)
        return
      }
      case 'number':
        return noted(row, act(assignStudent, { ...at(row), studentNumber: decision.studentNumber }))
      case 'letters':
        return noted(
          row,
          act(confirmReading, { ...at(row), answers: [{ questionId: doubt.questionId!, letters: decision.letters }] }),
        )
      case 'blank': {
        const answers = untouchedOf(row).map((questionId) => ({ questionId, letters: '' }))
        return noted(row, act(confirmReading, { ...at(row), answers }))
      }
      case 'open':
        return
      case 'void':
        return noted(row, act(voidPage, { ...at(row), reason: decision.reason }))
      case 'keep':
        return noted(row, act(settleDuplicate, { ...at(row), keep: decision.keep }))
      case 'accept':
        if (decision.absent !== undefined) return noted(row, act(settleAbsent, { ...at(row), absent: decision.absent }))
        return noted(row, act(confirmReading, { ...at(row), accept: [doubt.kind as 'scale'] }))
      case 'back':
        return noted(row, act(joinBack, at(row)))
      case 'transfer': {
        const { batchId, no } = pageOf(row)
        if ((await transfer({ examId: exam!.examId, paperId, batchId }, [no])) === null) throw new Error('not chosen')
        return
      }
      case 'missing':
        await act(acceptMissing, { paperId, studentId: row.student!.studentId, page: row.page!, accepted: true })
        return
      default:
        return decision satisfies never
    }
  }
  const undo = async ({ row }: DoubtItem, value: unknown): Promise<void> => {
    const decision = value as Decision
    if (decision.act === 'missing') {
      await act(acceptMissing, { paperId, studentId: row.student!.studentId, page: row.page!, accepted: false })
      return
    }
    if (decision.act === 'transfer') {
      toast('info', '已转到其他科目的页面，请在那个科目里删除新批次，再到回收站恢复')
      throw new Error('cannot be taken back here')
    }
    await noted(row, act(undoSettlement, at(row)))
    if (decision.act === 'assign' || decision.act === 'oldIs') gave(decision.studentId, row.page, false)
    // Behind it: what waits of the page's answers comes back with the candidate, under another version.
    if (decision.act === 'accept' && decision.absent)
      await act(setAbsent, { paperId, studentIds: [row.student!.studentId], absent: false })
  }

  return (
    <ReviewScreen<DoubtItem>
      title="处理存疑"
      siblings={scanSiblings(paperId, 'doubts')}
      actions={queue.data && queue.data.total > 0 ? [errorCards({ paperId, kind, barred: takesOutBar(exam) })] : []}
      items={rows && itemsOf(rows, opened)}
      counted={{ by: (i) => i.row.id, unit: '页' }}
      behind={claimed ? 0 : Math.max(0, (queue.data?.total ?? 0) - (queue.data?.list.length ?? 0))}
      itemKey={(i) => i.key}
      itemName={nameOf}
      content={(i) => (
        <>
          {i.mode === 'accept' && i.row.student && (
            <Link to={`${studentPath(paperId, i.row.student.studentId)}?tab=choices`}>在考生详情中逐题修改</Link>
          )}
          <DoubtView item={i} paperId={paperId} />
        </>
      )}
      reason={reasonOf}
      choices={(i) =>
        i.row.maySettle
          ? choicesFor(i, (rowId) => setOpened((known) => new Set(known).add(rowId)), large ? [] : lackingOf(i, people))
          : []
      }
      suggestion={suggestionFor}
      settle={async (item, value) => {
        await settle(item, value)
        // The last of those that one holds: the next ones.
        if (claimed?.rows?.at(-1)?.id === item.row.id) claimed.more()
      }}
      undo={undo}
      typed={({ row, mode, doubt }) => {
        if (!row.maySettle) return null
        if (mode === 'question' && isMark(doubt))
          return {
            label: markTyped[doubt.kind] ?? '',
            value: (text) => ({ act: 'letters', letters: text.trim().toUpperCase() }) satisfies Decision,
          }
        if (mode === 'question')
          return {
            label: isJudged(doubt) ? '考生选了（对或错）' : '考生选了（字母，可多个）',
            value: (text) =>
              ({ act: 'letters', letters: lettersTyped(text, isJudged(doubt)) ?? '' }) satisfies Decision,
            check: (text) =>
              [...(lettersTyped(text, isJudged(doubt)) ?? '?')].every((l) => doubt.cells?.some((c) => c.value === l))
                ? null
                : '没有这个选项',
          }
        // What was reported of a page may be that it is another candidate's.
        const reported = mode === 'accept' && doubt.kind === 'suspected'
        if (mode !== 'page' && !reported) return null
        if (row.kind === 'duplicate')
          return {
            label: '其中一张是另一位考生的（考号、姓名或拼音）',
            matches: (text) => eitherIs(row, text, people),
            value: () => null,
            check: (text) => {
              const found = findStudent(text, people)
              return typeof found === 'string' ? found : '请选择原来的还是新的那一张是这位考生的'
            },
          }
        if (!row.assignable)
          return { label: '作废原因', value: (text) => ({ act: 'void', reason: text }) satisfies Decision }
        return {
          label: '考生（考号、姓名或拼音）',
          matches: (text) =>
            studentsMeant(text, people)
              .slice(0, 6)
              .map((s) => ({
                key: s.studentId,
                name: `${s.studentName}　${s.studentNumber}　${s.className}`,
                value: { act: 'assign', studentId: s.studentId } satisfies Decision,
              })),
          value: (text) => {
            const found = findStudent(text, people)
            if (typeof found !== 'string') return { act: 'assign', studentId: found.studentId } satisfies Decision
            return isNumber(text) ? ({ act: 'number', studentNumber: text.trim() } satisfies Decision) : null
          },
          check: (text) => {
            const found = findStudent(text, people)
            // Of a large exam only the first are here: a whole number is the server's to judge.
            return typeof found !== 'string' || (large && isNumber(text)) ? null : found
          },
        }
      }}
      pictures={(item) =>
        (isOfPage(item)
          ? [item.row.imageUrl]
          : [item.doubt.cropUrl, ...(item.doubt.cropUrl ? [] : [item.row.imageUrl]), item.row.rival?.imageUrl]
        ).filter((u) => u !== undefined)
      }
      facts={[
        ...(queue.data && !kind ? [{ name: '存疑', value: `${queue.data.total} 页` }] : []),
        ...(kind ? [{ name: '只看', value: <Link to={doubtsPath(paperId)}>显示全部</Link> }] : []),
        ...kinds.map((k) => ({
          name: k.name,
          value: k.kind === kind ? `${k.count} 页` : <Link to={doubtsPath(paperId, k.kind)}>{k.count} 页</Link>,
        })),
      ]}
      empty={{
        title: '没有存疑',
        text: '所有页面都已识别或处理完。',
        action: afterDoubts(exam, paperId),
      }}
    >
      {rows?.some((r) => !r.maySettle) && (
        <MessageBar intent="info" layout="multiline">
          <MessageBarBody>
            {queue.data?.list.some((r) => r.maySettle)
              ? '没有按钮的几项由考试的管理者处理，您可以先看。'
              : '这些由考试的管理者处理，您可以先看；发现识别有误，请在考生详情里申报。'}
          </MessageBarBody>
        </MessageBar>
      )}
      {queue.data?.mayManage && kind && <BulkBar paperId={paperId} of={kinds.find((k) => k.kind === kind)} />}
      {together && <CooperationBar paperId={paperId} of={together} />}
    </ReviewScreen>
  )
}
