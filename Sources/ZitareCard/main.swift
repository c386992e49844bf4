import Glibc
import ZitareService

exit(CardProgram.main(Array(CommandLine.arguments.dropFirst()), environment: .current()))
