import { makeStyles, tokens } from '@fluentui/react-components'
import { Link, useParams, useSearchParams } from 'react-router'
import { currentTemplate } from '#shared/card/card.calls.ts'
import { defaultTemplateInfo } from '#shared/card/template/template.calls.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { recognitionModeNames } from '#shared/scan/act.types.ts'
import { cardQuestions } from '#shared/scan/doubts/exception.calls.ts'
import { paperScoreMode, scanConfig, setScanConfig } from '#shared/scan/uploading/sheetCount.calls.ts'
import { scanModeNames } from '#shared/scan/helper/sheetCount.types.ts'
import { scriptList } from '#shared/scan/scan.calls.ts'
import { act, ask, useAsk } from '#web/kit/ask.ts'
import { undoable } from '#web/kit/notices.ts'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { KeysetPager } from '#web/kit/parts/KeysetPager.tsx'
import { Facts } from '#web/kit/parts/Page.tsx'
import { EmptyState, Waiting } from '#web/kit/parts/States.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { drawPath, startCardPath } from '#web/card/card.paths.ts'
import { templatePath, templatePaths } from '#web/card/template/template.paths.ts'
import { usePatch } from './parts/usePatch.ts'
import { ZonePicture } from './parts/ZonePicture.tsx'
import { questionPath, recutPath, studentPath } from './scan.paths.ts'
import { scriptStates } from './stateWords.ts'

const useStyles = makeStyles({
  pages: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(320px, 100%), 1fr))',
    gap: tokens.spacingHorizontalL,
  },
  part: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalM },
})
const scoreModes = ['网上阅卷', '先阅后扫（卷面打分）', '部分题卷面打分'] as const

const noCard = { title: '还没有发布答题卡', text: '设计并发布答题卡，或绑定第三方模板后，才能扫描识别。' }

const Zones = ({ paperId }: { paperId: PaperId }) => {
  const styles = useStyles()
  const asked = useAsk(currentTemplate, { paperId })
  const score = useAsk(paperScoreMode, { paperId }).data
  const card = asked.data
  if (card === undefined) return <Waiting asked={asked} rows={8} height={32} />
  if (card === null) return <EmptyState empty={noCard} />
  const { pages, width, height } = card.geometry
  return (
    <div className={styles.part}>
      <Facts
        facts={[
          { name: '编号', value: `${card.code} 第${card.version}版` },
          { name: '页面', value: `${pages.length} 页，${Math.round(width)}×${Math.round(height)} 毫米` },
          { name: '客观题', value: `${pages.reduce((n, p) => n + p.choices.length, 0)} 题` },
          { name: '主观题块', value: `${pages.reduce((n, p) => n + p.blocks.length, 0)} 块` },
          ...(score ? [{ name: '给分方式', value: scoreModes[score.scoreMode] }] : []),
        ]}
      />
      <p>蓝：选择题填涂格；绿：交给阅卷人的主观题块；紫：考号与缺考标记；红：打分框；黑：定位点与二维码。</p>
      <div className={styles.pages}>
        {pages.map((p) => (
          <ZonePicture key={p.page} page={p} width={width} height={height} name={card.code} />
        ))}
      </div>
    </div>
  )
}

const Students = ({ paperId }: { paperId: PaperId }) => {
  const [query] = useSearchParams()
  const patch = usePatch()
  const after = query.get('after') ?? undefined
  const asked = useAsk(scriptList, { paperId, pageSize: 50, ...(after ? { after } : {}) })
  const { data } = asked
  if (!data) return <Waiting asked={asked} rows={10} height={24} />
  return (
    <>
      <DataTable
        label="考生"
        rows={data.list}
        rowKey={(r) => r.studentId}
        columns={[
          { key: 'studentNumber', name: '考号', value: (r) => r.studentNumber },
          {
            key: 'studentName',
            name: '姓名',
            value: (r) => r.studentName,
            cell: (r) => <Link to={studentPath(paperId, r.studentId)}>{r.studentName}</Link>,
          },
          { key: 'className', name: '班级', value: (r) => r.className },
          {
            key: 'state',
            name: '状态',
            value: (r) => scriptStates[r.state].text,
            cell: (r) => <StateMark {...scriptStates[r.state]} />,
          },
          { key: 'pages', name: '已识别的页', value: (r) => r.pages.join('、') },
          { key: 'doubtful', name: '存疑', unit: '题', value: (r) => r.doubtful || '', number: true },
        ]}
      />
      <KeysetPager total={data.total} after={after} next={data.next} onChange={(to) => patch({ after: to }, false)} />
    </>
  )
}

const Questions = ({ paperId, objective }: { paperId: PaperId; objective: boolean }) => {
  const asked = useAsk(cardQuestions, { paperId })
  const all = asked.data
  const cells = new Map(
    (useAsk(currentTemplate, { paperId }).data?.geometry.pages ?? []).flatMap((p) =>
      p.choices.map((c) => [c.questionId, c.cells.map((x) => x.value).join(' ')] as const),
    ),
  )
  if (!all) return <Waiting asked={asked} rows={8} height={24} />
  const rows = all.filter((q) => q.objective === objective)
  if (rows.length === 0) return <EmptyState empty={{ title: objective ? '没有客观题' : '没有主观题' }} />
  return (
    <DataTable
      label={objective ? '客观题' : '主观题'}
      rows={rows}
      rowKey={(q) => q.questionId}
      columns={[
        { key: 'number', name: '题号', value: (q) => q.number },
        { key: 'page', name: '页', value: (q) => q.page, number: true },
        ...(objective
          ? [{ key: 'cells', name: '选项', value: (q: (typeof rows)[0]) => cells.get(q.questionId) ?? '' }]
          : []),
        {
          key: 'look',
          name: '查看',
          value: () => '',
          cell: (q) => (
            <>
              <Link to={questionPath(paperId, q.questionId)}>{objective ? '考生的选择' : '裁切'}</Link>
              {!objective && (
                <>
                  {'　'}
                  <Link to={recutPath(paperId, q.questionId)}>重新裁切</Link>
                </>
              )}
            </>
          ),
        },
      ]}
    />
  )
}

const switchSides = async (paperId: PaperId): Promise<void> => {
  const { sides, version } = await ask(scanConfig, { paperId })
  const to = sides === 'DOUBLE' ? 'SINGLE' : 'DOUBLE'
  const done = await act(setScanConfig, { paperId, sides: to, version })
  undoable(`已设为${scanModeNames[to]}扫描`, () => act(setScanConfig, { paperId, sides, version: done.version }))
}

const kinds = { none: '没有发布', card: '本系统答题卡', template: '第三方模板' } as const

/** By what a paper's sheets are read: the card or template with its zones, its candidates and its questions. */
export const TemplateScreen = () => {
  const paperId = useParams()['paperId'] as PaperId
  const config = useAsk(scanConfig, { paperId }).data
  return (
    <DetailScreen
      call={defaultTemplateInfo}
      input={{ paperId }}
      title={(d) => d.title || '答题卡模板'}
      badge={(d) => ({ text: kinds[d.kind], meaning: d.kind === 'none' ? 'waits' : 'done' })}
      facts={() =>
        config
          ? [
              { name: '扫描方式', value: `${scanModeNames[config.sides]}${config.bySelf ? '（按答题卡页数）' : ''}` },
              { name: '识别模式', value: recognitionModeNames[config.mode] },
            ]
          : []
      }
      actions={(d) => [
        {
          name: config?.sides === 'DOUBLE' ? '改为单面扫描' : '改为双面扫描',
          barred: !config?.mayManage && '只有考试的创建者和管理员可以设置',
          run: () => switchSides(paperId),
        },
        { name: '模板库', to: templatePaths.list },
        d.templateId
          ? { name: '查看模板', to: templatePath(d.templateId) }
          : d.cardId
            ? { name: '查看答题卡', to: drawPath(d.cardId) }
            : { name: '设计答题卡', primary: true, to: startCardPath(paperId) },
      ]}
      tabs={() => [
        { key: 'template', name: '模板', content: () => <Zones paperId={paperId} /> },
        { key: 'student', name: '考生', content: () => <Students paperId={paperId} /> },
        {
          key: 'subjective-question',
          name: '主观题',
          content: () => <Questions key="s" paperId={paperId} objective={false} />,
        },
        {
          key: 'objective-question',
          name: '客观题',
          content: () => <Questions key="o" paperId={paperId} objective />,
        },
      ]}
    />
  )
}
