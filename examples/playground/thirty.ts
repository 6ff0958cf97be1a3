/** A header, a question, and its options. The first one is recommended if the row begins with a star. */
const ROWS = `Users|Who will use the service?|Our staff|Our customers|Other companies
Load|How many people use it on a busy day?|Fewer than 100|100 to 10,000|More than 10,000
Language|Which language must it speak first?|English|German|Japanese
Devices|Where do people use it?|At a desk|On a phone|On both
Sign-in|How do people sign in?|With a link by mail|With a passkey|With their company account
Roles|Who may change the data of others?|Nobody|Team leads|Everybody
Guests|Can guests look around?|No|Only the catalog|Yes
*Database|Which database should we use?|PostgreSQL|SQLite|MongoDB
*Retention|How long must the data be kept?|One year|Ten years|Forever
Backups|How much may be lost with a broken disk?|Nothing|An hour|A day
Import|What happens to the old data?|Import all of it|Import the last year|Start empty
Export|In which format can people take their data along?|CSV|JSON|Both
Deletion|When is deleted data really gone?|At once|After 30 days|After a year
Region|Where must the data stay?|Frankfurt|Paris|Virginia
*Uptime|How long may it be down in a month?|Four hours|Forty minutes|Four minutes
Budget|What may it cost a month?|Up to 50 €|Up to 500 €|More
On call|Who is called at night?|Nobody|One person|A team
Logs|How long are logs kept?|A week|A month|A year
Alerts|Where do alerts go?|Mail|Chat|A phone
*Secrets|Where are passwords kept?|In a vault|In the environment|In files
Style|Which look should it have?|Quiet|Colorful|That of our website
Dark mode|Does it need a dark mode?|Yes|Later|No
Mail|When does it send mail?|Never|Once a day|At once
Search|What can people search?|Orders|Everything|Nothing
Reports|Who reads the reports?|Accounting|Everybody|Nobody
API|Who calls the API?|Only our page|Partners|The public
*Tests|What must be tested before a release?|Every change|The main paths|Nothing
Releases|When should a change be released?|With every merge|Once a week|When someone says so
Date|When should it go live?|This month|This quarter|When it is ready
First users|Who may use it first?|A small group|One team|Everybody`;

/** An interview of 30 questions. */
export const thirty = {
  questions: ROWS.split('\n').map((row) => {
    const [header = '', question, ...labels] = row.split('|');
    return {
      question,
      header: header.replace('*', ''),
      multiSelect: false,
      options: labels.map((label, index) => ({
        label: header.startsWith('*') && index === 0 ? `${label} (Recommended)` : label,
      })),
    };
  }),
};
