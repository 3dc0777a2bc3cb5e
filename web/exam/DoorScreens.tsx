import { startCardPath } from '#web/card/card.paths.ts'
import { downloadsPath, showsPath } from '#web/analysis/analysis.paths.ts'
import { importScoresPath, monitorPath } from '#web/marking/marking.paths.ts'
import { ChoosePaper } from './ChoosePaper.public.tsx'
import { ChooseExam } from './parts/ChooseExam.tsx'
import {
  addSettingTaskPath,
  examPath,
  paperManagePath,
  paperPath,
  questionSettingPath,
  reshapePath,
} from './exam.paths.ts'

/** Addresses of the specification that name no exam: which one, and for what is of a paper, which subject. */
export const ExamDoorScreen = () => <ChooseExam title="考试详情" pathOf={examPath} />
export const DetailDoorScreen = () => <ChooseExam title="联考详情" pathOf={examPath} />
export const MonitorDoorScreen = () => <ChoosePaper title="阅卷监控" pathOf={monitorPath} />
export const DownloadDoorScreen = () => <ChooseExam title="报告下载" pathOf={downloadsPath} />
export const StatVisibleDoorScreen = () => <ChooseExam title="联考可见范围" pathOf={showsPath} />
export const OwnPaperDoorScreen = () => <ChoosePaper title="自建试卷" pathOf={paperPath} />
export const ImportDoorScreen = () => (
  <ChoosePaper title="导入成绩" pathOf={(_exam, paperId) => importScoresPath(paperId)} />
)
export const ManagementDoorScreen = () => <ChooseExam title="考试管理" pathOf={examPath} />
export const CardDoorScreen = () => (
  <ChoosePaper title="设计答题卡" pathOf={(_exam, paperId) => startCardPath(paperId)} />
)
export const PaperManageDoorScreen = () => <ChooseExam title="试卷管理" pathOf={paperManagePath} />
export const QuestionSettingDoorScreen = () => <ChooseExam title="命题" pathOf={questionSettingPath} />
export const AddSettingTaskDoorScreen = () => (
  <ChoosePaper title="布置命题任务" pathOf={(examId, paperId) => addSettingTaskPath(examId, paperId)} />
)
export const reshapeDoors = {
  add: () => <ChoosePaper title="添加试题" pathOf={(examId, paperId) => reshapePath('add', examId, paperId)} />,
  split: () => <ChoosePaper title="拆分试题" pathOf={(examId, paperId) => reshapePath('split', examId, paperId)} />,
  merge: () => <ChoosePaper title="合并试题" pathOf={(examId, paperId) => reshapePath('merge', examId, paperId)} />,
}
