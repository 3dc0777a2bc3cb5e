import { ChooseExam } from '../parts/ChooseExam.tsx'
import { boardPath } from '../exam.paths.ts'

/** The board's address without an exam. */
export const BoardsScreen = () => <ChooseExam title="考试监控" pathOf={boardPath} />
