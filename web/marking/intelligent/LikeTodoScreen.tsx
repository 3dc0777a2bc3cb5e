import { showScore } from '#shared/kit/score.ts'
import { roleNames } from '#shared/marking/role.words.ts'
import { markingTasks } from '#shared/marking/marking.calls.ts'
import { useNarrow } from '#web/kit/parts/useNarrow.ts'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { likePath, markingPaths } from '../marking.paths.ts'
import { enterPassword } from '../parts/enterPassword.ts'
import { barOf } from '../taskCards.ts'

/** The questions whose like answers the caller may mark together. */
export const LikeTodoScreen = () => {
  const narrow = useNarrow()
  return (
    <ListScreen
      title="智能阅卷"
      call={markingTasks}
      input={{ like: true }}
      rowTo={{ none: 'what waits is begun by its act, which says whether it goes on' }}
      rowKey={(t) => `${t.paperId}|${t.questionId}|${t.role}`}
      rowActions={(t) => [
        t.locked && t.left > 0
          ? { name: '输入阅卷密码', run: () => enterPassword(t.paperId) }
          : { name: t.mine > 0 ? '继续评阅' : '开始评阅', to: likePath(t), barred: barOf(t, narrow) },
      ]}
      columns={[
        { key: 'number', name: '题号', value: (t) => `第 ${t.number} 题`, width: 104 },
        { key: 'examName', name: '考试', value: (t) => t.examName, width: 240 },
        { key: 'courseName', name: '科目', value: (t) => t.courseName, width: 80 },
        {
          key: 'role',
          name: '评次',
          value: (t) => roleNames[t.role],
          width: 72,
        },
        { key: 'fullScore', name: '满分', value: (t) => showScore(t.fullScore), number: true, width: 72 },
        { key: 'left', name: '还有', unit: '份', value: (t) => t.left, number: true, width: 88 },
        { key: 'mine', name: '我已评', unit: '份', value: (t) => t.mine, number: true, width: 96 },
      ]}
      empty={{
        title: '没有按相同作答评阅的题目',
        text: '考试管理者为填空题开启后，题目会出现在这里。',
        action: { name: '阅卷任务', to: markingPaths.tasks },
      }}
    />
  )
}
