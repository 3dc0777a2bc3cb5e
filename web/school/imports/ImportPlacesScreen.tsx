import { importPlaces, placeTemplate } from '#shared/school/place.calls.ts'
import { PlacesResult } from '#shared/school/school.jobs.ts'
import { ask, refresh } from '#web/kit/ask.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { ImportPanel } from './ImportPanel.tsx'
import type { Outcome } from './ImportPanel.tsx'
import { schoolPaths } from '../school.paths.ts'

const outcome = (r: PlacesResult): Outcome => {
  const left = r.good - r.added
  if (r.mode !== 'check' && r.added > 0) {
    const changed = left > 0 ? `有${left}所学校在检查之后被他人修改，没有导入，请重新上传。` : ''
    const wrong = r.problemCount > 0 ? `还有${r.problemCount}处问题没有导入，改好后重新上传同一份文件即可。` : ''
    return {
      intent: left > 0 || r.problemCount > 0 ? 'warning' : 'success',
      title: `已更新${r.added}所学校`,
      text: changed + wrong,
    }
  }
  if (r.problemCount > 0)
    return {
      intent: 'warning',
      title: `发现${r.problemCount}处问题，还没有导入`,
      text: '可下载问题清单，改好后重新上传。',
    }
  if (r.good === 0)
    return {
      intent: 'info',
      title: '没有新的内容',
      text: `文件中的${r.existing}所学校都已是这样，空着的格子不会改动。`,
    }
  if (r.mode !== 'check')
    return { intent: 'warning', title: '没有更新学校', text: '这些学校在检查之后被他人修改，请重新上传。' }
  return { intent: 'success', title: '检查通过，还没有导入', text: '' }
}

/** Codes, coordinates and order of schools by file: checked first, written when one says so. */
export const ImportPlacesScreen = () => (
  <Page
    title="导入学校代码与位置"
    crumbs={[{ name: '学校密钥与位置', to: schoolPaths.keys }, { name: '导入' }]}
    width="narrow"
    actions={[{ name: '下载模板', run: async () => location.assign((await ask(placeTemplate, {})).url) }]}
  >
    <p>按学校名称（同名时加区域）对应学校；空着的格子保持原样。密钥由系统生成，不在文件中。</p>
    <ImportPanel
      hint="把文件拖到这里：先检查，确认后才导入"
      unit="所学校"
      goodUnit="所"
      known="没有变化"
      start={(mode, file) => ask(importPlaces, { ...file, mode })}
      read={(result) => PlacesResult.safeParse(result).data ?? null}
      outcome={outcome}
      done={(r) => {
        if (r.added > 0) void refresh(['schools'])
      }}
    />
  </Page>
)
