import Glibc
import ZitareService

exit(await Program.definition.main())
