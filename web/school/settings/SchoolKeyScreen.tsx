import { renewSchoolKey, schoolKeyDetail } from '#shared/school/settings/key.calls.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import { act } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { InSchool } from '../parts/InSchool.tsx'
import { lookingAtKey, maskedKey, placeText } from './schoolKey.ts'
import { inSchool } from '../school.paths.ts'

type Detail = OutputOf<typeof schoolKeyDetail>

const renew = async ({ schoolId, keyVersion }: Detail): Promise<void> => {
  const { keyTail } = await act(renewSchoolKey, { schoolId, version: keyVersion })
  toast('success', `${keyVersion === 0 ? '密钥已生成' : '密钥已更换'}，末四位是${keyTail}`)
}

const Key = ({ schoolId }: { schoolId: SchoolId }) => {
  const title = (s: Detail): string => `${s.schoolName} 密钥与位置`
  return (
    <DetailScreen
      call={schoolKeyDetail}
      input={{ schoolId }}
      title={title}
      facts={(s) => [
        { name: '区域', value: s.areaName || '—' },
        { name: '学校代码', value: s.schoolCode ?? '—' },
        { name: '位置', value: placeText(s.location) },
        { name: '排序号', value: s.sort ?? '—' },
        { name: '密钥', value: maskedKey(s.keyTail) },
        { name: '生成时间', value: s.keyMadeAt === undefined ? '—' : showTime(s.keyMadeAt) },
      ]}
      actions={(s) => [
        { name: '修改代码与位置', to: inSchool('place', { schoolId }) },
        s.keyVersion === 0
          ? { name: '生成密钥', run: () => renew(s) }
          : {
              name: '更换密钥',
              run: () => renew(s),
              confirm: `更换后，${s.schoolName}原来的密钥不再有效，使用它的系统需要重新配置。`,
            },
        {
          name: '查看密钥',
          primary: true,
          barred: s.keyVersion === 0 && '还没有生成密钥',
          form: () => lookingAtKey(schoolId, s.schoolName, s.guarded),
        },
      ]}
    >
      {(s) => (
        <>
          {s.acts.length > 0 && (
            <DataTable
              label="密钥记录"
              rows={s.acts}
              rowKey={(a) => `${a.at}${a.kind}${a.userName}`}
              columns={[
                { key: 'at', name: '时间', value: (a) => showTime(a.at) },
                { key: 'userName', name: '谁', value: (a) => a.userName },
                { key: 'kind', name: '做了什么', value: (a) => (a.kind === 'look' ? '查看密钥' : `${a.reason}密钥`) },
                { key: 'reason', name: '原因', value: (a) => (a.kind === 'look' ? a.reason : '—') },
              ]}
            />
          )}
        </>
      )}
    </DetailScreen>
  )
}

/** One school's key: masked, looked at for a reason, made anew. */
export const SchoolKeyScreen = () => (
  <InSchool title="密钥与位置" part="settings">
    {(s) => <Key {...s} />}
  </InSchool>
)
