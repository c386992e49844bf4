import Glibc
import ZitareService

exit(Provider.main(Array(CommandLine.arguments.dropFirst()), environment: .current()))
