import { ownInvites } from '#shared/exam/joint/invite.calls.ts'
import { listOwnParts } from '#shared/exam/joint/part.calls.ts'
import { showTime } from '#shared/kit/time.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Section } from '#web/kit/parts/Section.tsx'
import { WorkList } from '#web/kit/parts/WorkList.tsx'
import { serverNow } from '#web/kit/ports.ts'
import { examPaths, ownPartPath } from '../exam.paths.ts'

/** A reminder is news for so long. */
const newsMs = 14 * 86_400_000

/** Joint exams that wait for the school's answer, or of which its organiser has reminded it; nothing where nothing waits. */
export const OwnPartsWaiting = () => {
  const { data = [] } = useAsk(listOwnParts, {}, { quiet: true, freshMs: 30_000 })
  const at = serverNow()
  const waiting = data.flatMap((p) => {
    const [last] = p.reminders
    if (p.over === p.papers) return []
    // Asked again after it has declined, the school reads why.
    if (p.answer === 'declined' && (last === undefined || last.at <= (p.answeredAt ?? 0))) return []
    if (last && at - last.at < newsMs) return [{ p, text: `${last.text}（${last.byName}，${showTime(last.at)}）` }]
    return p.answer === 'none' && p.begun === 0
      ? [{ p, text: `${p.organiser}组织，${p.candidateCount}名考生，请回复是否参加` }]
      : []
  })
  const { data: invites = [] } = useAsk(ownInvites, {}, { quiet: true, freshMs: 30_000 })
  const asked = invites.filter((i) => i.entry !== 'coming')
  if (waiting.length + asked.length === 0) return null
  return (
    <Section title="我校的联考">
      <WorkList
        label="等本校处理的联考"
        items={[
          ...asked.slice(0, 5).map((i) => ({
            key: i.examId,
            name: i.examName,
            ...(i.entry === 'asked'
              ? {
                  text: `${i.organiser}邀请本校参加（${i.byName}），请答复`,
                  action: { name: '去答复', to: examPaths.ownParts },
                }
              : { text: '已接受邀请，名单没有复制完，请重新加入', action: { name: '去处理', to: examPaths.ownParts } }),
          })),
          ...waiting.slice(0, 5).map(({ p, text }) => ({
            key: p.examId,
            name: p.examName,
            text,
            action: { name: '去处理', to: ownPartPath(p.examId) },
          })),
        ]}
      />
    </Section>
  )
}
