package config

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// ShownSecrets says of each secret that was typed on the command line, where everybody on
// the machine reads it in the list of processes, where it should stand instead.
func ShownSecrets(command *kong.Context) []string {
	var shown []string
	for _, element := range command.Path {
		switch {
		case element.Flag != nil && !element.Resolved && isShown(element.Flag.Value, command.FlagValue(element.Flag)):
			variable := element.Flag.Envs[0]
			shown = append(shown, fmt.Sprintf("everybody on this machine can read the secret in --%s in the list of processes: "+
				"give it as the environment variable %s, or in a file that %s_FILE names", element.Flag.Name, variable, variable))
		case element.Positional != nil && isShown(element.Positional, element.Positional.Target.Interface()):
			shown = append(shown, "everybody on this machine can read the password of "+withoutPasswords(element.Positional.Target.String())+
				" in the list of processes: leave it out there, and give it as PGPASSWORD or in a file that PGPASSFILE names")
		}
	}
	return shown
}

// isShown reports whether a value has something secret in it.
func isShown(of *kong.Value, value any) bool {
	if !of.Tag.Has("secret") {
		return false
	}
	text := fmt.Sprint(value)
	return of.Tag.Get("secret") != "partly" || strings.Contains(text, "://") && withoutPasswords(text) != text
}
