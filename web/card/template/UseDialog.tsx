import { useState } from 'react'
import { examPaper, listExams } from '#shared/exam/exam.calls.ts'
import { paperFromTemplate, subjectCheck, uploaderTemplate } from '#shared/card/template/template.calls.ts'
import type { PaperId, TemplateId } from '#shared/kit/ids.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { EmptyState } from '#web/kit/parts/States.tsx'
import { CardDialog } from '../parts/CardDialog.tsx'
import { SearchPick, useSearchPick } from '../parts/SearchPick.tsx'
import { Differences } from './Differences.tsx'

/** Chooses the paper whose sheets are read by this template; an empty paper gets its questions of it. */
export const UseDialog = (props: { templateId: TemplateId; onClose: () => void }) => {
  const { templateId } = props
  const [chosen, setChosen] = useState<PaperId | null>(null)
  const search = useSearchPick()
  const exams = useAsk(
    listExams,
    { status: 1, ...search.asked, ...(search.text ? { name: search.text } : {}) },
    { hideMessage: true },
  )
  const paper = useAsk(examPaper, chosen ? { paperId: chosen } : undefined, { hideMessage: true })
  const chosenPaper = paper.data?.paperId === chosen ? paper.data : undefined
  const empty = chosenPaper?.questions.length === 0
  const check = useAsk(subjectCheck, chosen && chosenPaper && !empty ? { templateId, paperId: chosen } : undefined, {
    hideMessage: true,
    freshMs: 0,
  })
  const differences = check.isPlaceholderData ? undefined : check.data?.differences
  const use = async (): Promise<void> => {
    if (!chosenPaper) return
    if (empty) {
      const made = await act(paperFromTemplate, {
        paperId: chosenPaper.paperId,
        version: chosenPaper.version,
        templateId,
      })
      toast('success', `试卷已有${made.questions}道题，并按这个模板识别；请到试卷中核对分值和答案`)
    } else {
      await act(uploaderTemplate, { paperId: chosenPaper.paperId, templateId })
      toast('success', '试卷已改按这个模板识别')
    }
    props.onClose()
  }
  const barred = !chosenPaper
    ? '请先选择试卷'
    : empty
      ? null
      : !differences
        ? '正在核对试卷和模板'
        : differences.length > 0 && '模板与试卷不同，不能使用'
  return (
    <CardDialog
      title="用于试卷"
      onClose={props.onClose}
      actions={[{ name: empty ? '由模板生成题目并使用' : '使用', primary: true, barred, run: use }]}
    >
      {exams.data?.total === 0 && !search.text ? (
        <EmptyState empty={{ title: '没有可以选择的试卷', text: '没有正在进行的考试。' }} />
      ) : (
        <SearchPick
          label="试卷"
          placeholder="按考试名称查找"
          search={search}
          found={exams.data}
          busy={exams.isFetching}
          items={(e) =>
            e.courses.map((c) => ({
              value: c.paperId,
              text: `${e.examName}　${c.courseName}`,
              barred: !e.mayManage && '只有考试创建人和管理员可以改',
            }))
          }
          value={chosen ?? ''}
          onPick={(paperId) => setChosen(paperId as PaperId)}
        />
      )}
      {chosenPaper && empty && (
        <Differences found={[]} good="这份试卷还没有题目，可以由模板生成，分值和答案随后在试卷中填写。" />
      )}
      {chosenPaper && !empty && <Differences found={differences} good="题号、题型和选项数都一致，可以使用。" />}
    </CardDialog>
  )
}
