import { importPlaces, placeTemplate } from '#shared/school/place.calls.ts'
import { importPlacesJob } from '#shared/school/school.jobs.ts'
import { ask } from '#web/kit/ask.ts'
import { JobScreen } from '#web/kit/screens/JobScreen.tsx'

/** Codes, coordinates and order of schools by file: checked first, written when one says so. */
export const ImportPlacesScreen = () => (
  <JobScreen
    title="导入学校代码与位置"
    template={() => ask(placeTemplate, {})}
    call={importPlaces}
    job={importPlacesJob}
    input={() => ({})}
    family="roster"
    partly
    words={{
      verb: '更新',
      unit: '所学校',
      each: '所',
      existing: '没有变化',
      nothing: (r) => `文件中的${r.existing}所学校都已是这样，空着的格子不会改动。`,
      lost: () => '这些学校在检查之后被他人修改，请重新上传。',
      left: (r) => (r.good > r.added ? `有${r.good - r.added}所学校在检查之后被他人修改，没有导入，请重新上传。` : ''),
    }}
  >
    <p>按学校名称（同名时加区域）对应学校；空着的格子保持原样。密钥由系统生成，不在文件中。</p>
  </JobScreen>
)
