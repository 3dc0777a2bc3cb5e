/** What stands over the page: the name, and four digits that tell people of one name apart. Never an id of ours. */
export const watermarkOf = (user: { userName: string; accountPhone: string; accountName: string }): string => {
  const digits = [user.accountPhone, user.accountName]
    .map((s) => s.replace(/\D/g, '').slice(-4))
    .find((s) => s.length === 4)
  return digits ? `${user.userName} ${digits}` : user.userName
}
