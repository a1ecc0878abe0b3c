package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

type manualCommand struct{}

func (manualCommand) Run(command *kong.Context, c console) error {
	_, err := io.WriteString(c.out, manual(command.Model))
	return err
}

const (
	beforeCommands = `.SH SYNOPSIS
.B axioma
.I command
.RI [ options ]
.SH COMMANDS
`
	beforeSettings = `.SH SETTINGS
Set each one as an option or an environment variable; the option wins. Where "Or in a file" stands, the variable
with _FILE appended to its name may name a file that holds the value.
`
	afterSettings = `.SH FILES
.TP
.I /etc/axioma/axioma.env
Settings of the service, as environment variables.
.TP
.I /var/lib/axioma
Its data.
.SH SEE ALSO
.BR systemctl (1),
.I /usr/share/doc/axioma/docs/operate/index.md
`
)

func manual(model *kong.Application) string {
	var page strings.Builder
	release := strings.Fields(version())[1]
	fmt.Fprintf(&page, ".TH AXIOMA 1 \"\" \"axioma %s\"\n", escapeRoff(release))
	fmt.Fprintf(&page, ".SH NAME\naxioma \\- %s\n%s", escapeRoff(model.Help), beforeCommands)
	var settings []*kong.Flag
	knownFlags := map[string]bool{}
	for _, leaf := range model.Leaves(true) {
		fmt.Fprintf(&page, ".TP\n.B %s\n%s\n", escapeRoff(leaf.FullPath()), escapeRoff(leaf.Help))
		for _, flag := range leaf.Flags {
			if len(flag.Envs) == 0 {
				fmt.Fprintf(&page, ".RS\n.TP\n.B %s\n%s\n.RE\n", escapeRoff(formatFlag(flag)), escapeRoff(flag.Help))
			} else if !knownFlags[flag.Name] {
				knownFlags[flag.Name] = true
				settings = append(settings, flag)
			}
		}
	}
	page.WriteString(beforeSettings)
	for _, flag := range settings {
		fmt.Fprintf(&page, ".TP\n.BR %s \", %s\"\n%s\n", escapeRoff(formatFlag(flag)), escapeRoff(flag.Envs[0]), escapeRoff(describeFlag(flag)))
	}
	page.WriteString(afterSettings)
	return page.String()
}

func formatFlag(flag *kong.Flag) string {
	if flag.IsBool() {
		return "--" + flag.Name
	}
	return "--" + flag.Name + "=" + flag.FormatPlaceHolder()
}

func describeFlag(flag *kong.Flag) string {
	text := flag.Help
	if flag.HasDefault {
		text += " Default: " + flag.Default + "."
	}
	if flag.Tag.Has("secret") {
		text += " Or in a file."
	}
	return text
}

func escapeRoff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, `"`, `\(dq`, "\n", " ").Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		return `\&` + text
	}
	return text
}
