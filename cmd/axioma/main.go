// Command axioma is the whole product in one binary: the server with its web
// app inside, and the few commands that its operator needs.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"axioma/internal/config"
	"axioma/internal/logs"
	"axioma/internal/store"
)

// commands is the command line.
type commands struct {
	Serve        serveCommand        `cmd:"" help:"Run the server."`
	Check        checkCommand        `cmd:"" help:"Verify that the data keep the rules of cards, visits and rewards."`
	Phones       phonesCommand       `cmd:"" help:"Look after the phones of customers."`
	Doctor       doctorCommand       `cmd:"" help:"Look at everything that may be wrong with an installation, and say what to do. Give it the settings of the server."`
	Wallet       walletCommand       `cmd:"" help:"Look after passes of Apple Wallet and Google Wallet."`
	Mail         mailCommand         `cmd:"" help:"Look after e-mails."`
	Config       configCommand       `cmd:"" help:"Print every setting of the server, where its value comes from and what it means."`
	Backup       backupCommand       `cmd:"" help:"Copy the data into a file, also while they are served, and verify the copy."`
	Restore      restoreCommand      `cmd:"" help:"Put a copy back."`
	Move         moveCommand         `cmd:"" help:"Copy all data into another, empty database: from SQLite to PostgreSQL, or back."`
	Messages     messagesCommand     `cmd:"" help:"Decide about the messages that waited in a copy that was restored."`
	Migrate      migrateCommand      `cmd:"" help:"Bring the tables of a database up to date, which the start of the server does too."`
	Healthcheck  healthcheckCommand  `cmd:"" help:"Fail where the server on this machine does not answer, or has no database."`
	Superadmin   superadminCommand   `cmd:"" help:"Manage the accounts of the platform's operators."`
	User         userCommand         `cmd:"" help:"Manage anybody's account."`
	Sessions     sessionsCommand     `cmd:"" help:"Manage who is signed in."`
	Demo         demoCommand         `cmd:"" help:"Manage the accounts of the demo."`
	OpenAPI      openAPICommand      `cmd:"" name:"openapi" help:"Print the contract of the API as OpenAPI 3.1."`
	Manual       manualCommand       `cmd:"" hidden:"" help:"Print the manual page axioma(1)."`
	SettingsPage settingsPageCommand `cmd:"" hidden:"" help:"Print docs/operate/settings.md."`
	Nightly      nightlyCommand      `cmd:"" hidden:"" help:"Copy the data for a server, which starts this."`

	Version kong.VersionFlag `help:"Say what this program was built from."`
}

func main() {
	if done, code := lowerPriority(os.Args[1:]); done {
		os.Exit(code)
	}
	speaks := newFailureReporter(os.Stderr, os.Args[1:])
	if speaks.log != nil {
		slog.SetDefault(speaks.log) // what libraries write becomes JSON too
		defer logs.ExitOnPanic(speaks.log)
	}
	err := run(stopContext(speaks), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	if err != nil {
		speaks.report(err.Error())
		os.Exit(1)
	}
}

// exitInterrupted is how the program ends that was interrupted twice, by the custom of shells.
const exitInterrupted = 128 + int(syscall.SIGINT)

// stopContext is a context that ends when the program is asked to stop. An interrupt
// after that, a second Ctrl-C say, ends the program at once, whatever has begun. A second
// SIGTERM does not: timeout(1) and some service managers send it to the program and to its
// group, so that it comes twice. They have SIGKILL for what takes too long.
func stopContext(speaks failureReporter) context.Context {
	ctx, end := context.WithCancel(context.Background())
	interrupted, terminated := make(chan os.Signal, 1), make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt)
	signal.Notify(terminated, syscall.SIGTERM)
	go func() {
		select {
		case <-interrupted:
		case <-terminated:
		}
		end()
		<-interrupted
		speaks.report("interrupted after it was asked to stop, so it stops at once")
		os.Exit(exitInterrupted)
	}()
	return ctx
}

// console is where a command reads and writes.
type console struct {
	in       io.Reader
	out, err io.Writer
}

// errPrinted ends the program with a failure whose explanation has been
// printed already.
var errPrinted = errors.New("see above")

// run carries out a command line. Tests call it too.
func run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) error {
	var line commands
	exited := false
	parser, err := newParser(&line,
		kong.UsageOnError(),
		kong.Writers(out, errOut),
		kong.Exit(func(int) { exited = true }),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(console{in: in, out: out, err: errOut}),
	)
	if err != nil {
		return err
	}
	command, err := parser.Parse(args)
	if exited { // help or the version were asked for, and printed
		return nil
	}
	if err == nil {
		err = line.refuseTwoDatabases(command)
	}
	if refused := line.Doctor.contextOfRefused(err); refused != nil {
		command, err = refused, nil
	}
	if err != nil {
		return err
	}
	if err := errors.Join(line.printDatabase(command, console{in: in, out: out, err: errOut}), line.printWarnings(command, errOut)); err != nil {
		return err
	}
	return toEnglish(command.Run(command))
}

// newParser is what may stand on a command line. It is read into what is given.
func newParser(line *commands, options ...kong.Option) (*kong.Kong, error) {
	parser, err := kong.New(line, append(options,
		kong.Name("axioma"),
		kong.Description("Loyalty and visit cards for barbershops."),
		kong.Vars{"version": version()},
		config.SecretFiles(),
		config.Connections(store.DefaultConnections, store.FewestConnections),
	)...)
	if err != nil {
		return nil, fmt.Errorf("reading the command line: %w", err)
	}
	return parser, nil
}

type configCommand struct{ config.Server }

// Run prints the settings.
func (configCommand) Run(command *kong.Context, c console) error {
	return config.Print(c.out, command)
}
