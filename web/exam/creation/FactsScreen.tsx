import { tokens } from '@fluentui/react-components'
import { useParams } from 'react-router'
import * as z from 'zod'
import { examDetail, saveExam } from '#shared/exam/exam.calls.ts'
import { typesLike, whatFollows } from '#shared/exam/creation/facts.rules.ts'
import { ExamId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { Bars, ErrorState } from '#web/kit/parts/States.tsx'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import { inputOf } from '#web/kit/screens/fieldValues.ts'
import type { Field, Values } from '#web/kit/screens/screen.types.ts'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { examPath } from '../exam.paths.ts'
import { factFields } from './factFields.ts'
import { useTools } from '../tools/useTool.public.tsx'

type Detail = OutputOf<typeof examDetail>

const fieldsOf = (examType: number): Field[] => factFields(typesLike(examType))

/** What the change does, as it is typed. */
const Follows = ({ detail: { exam, papers }, values }: { detail: Detail; values: Values }) => {
  const typed = z.object({ examName: z.string().trim().min(1), examType: z.int(), examDate: z.int() })
  const after = typed.safeParse(inputOf(fieldsOf(exam.examType), values)).data
  const cards = papers.filter((p) => p.cardId !== undefined).length
  const lines = after ? whatFollows(exam, after, { status: exam.status, cards }) : []
  return (
    <Section title="保存后">
      {lines.length === 0 ? (
        <p style={{ margin: 0, color: tokens.colorNeutralForeground3 }}>
          {/* What is not whole yet is told at its field. */}
          {after ? '没有改动。' : '填写完整后显示。'}
        </p>
      ) : (
        <ul style={{ margin: 0, paddingInlineStart: tokens.spacingHorizontalL }}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** Name, type and day of an exam, with what a change does. */
export const FactsScreen = () => {
  const examId = ExamId.safeParse(useParams()['examId']).data
  const { data, error } = useAsk(examDetail, examId ? { examId } : undefined)
  const held = useTools(examId)
  if (!examId || !data || !held)
    return (
      <Page title="考试信息" width="narrow">
        {error || !examId ? (
          <ErrorState error={error ?? new Error('考试不存在或已删除')} />
        ) : (
          <Bars rows={4} height={32} />
        )}
      </Page>
    )
  const { exam } = data
  if (!held['exam-base-info'] || exam.deletedAt !== undefined)
    return (
      <NoticeScreen
        title="考试信息"
        width="narrow"
        empty={{
          title: exam.deletedAt === undefined ? '您没有修改考试信息的权限' : '考试已删除',
          action: { name: '返回考试', to: examPath(examId) },
        }}
      />
    )
  return (
    <FormScreen
      title="考试信息"
      call={saveExam}
      fixed={{ examId, version: exam.version }}
      start={{ examName: exam.examName, examType: exam.examType, examDate: exam.examDate }}
      submit="保存"
      doneText="考试信息已保存"
      done={() => examPath(examId)}
      aside={(values) => <Follows detail={data} values={values} />}
      fields={fieldsOf(exam.examType)}
    />
  )
}
