package config

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// ExposedSecrets says of each secret that was typed on the command line, where everybody on
// the machine reads it in the list of processes, where it should stand instead.
func ExposedSecrets(command *kong.Context) []string {
	var shown []string
	for _, element := range command.Path {
		switch {
		case element.Flag != nil && !element.Resolved && isExposed(element.Flag.Value, command.FlagValue(element.Flag)):
			variable := element.Flag.Envs[0]
			shown = append(shown, fmt.Sprintf("everybody on this machine can read the secret in --%s in the list of processes: "+
				"give it as the environment variable %s, or in a file that %s_FILE names", element.Flag.Name, variable, variable))
		case element.Positional != nil && isExposed(element.Positional, element.Positional.Target.Interface()):
			shown = append(shown, "everybody on this machine can read the password of "+redactPasswords(element.Positional.Target.String())+
				" in the list of processes: leave it out there, and give it as PGPASSWORD or in a file that PGPASSFILE names")
		}
	}
	return shown
}

// isExposed reports whether a value has something secret in it.
func isExposed(of *kong.Value, value any) bool {
	if !of.Tag.Has("secret") {
		return false
	}
	text := fmt.Sprint(value)
	return of.Tag.Get("secret") != "partly" || strings.Contains(text, "://") && redactPasswords(text) != text
}
