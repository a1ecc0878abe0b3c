package config

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// ExposedSecrets warns of secrets on the command line, readable by all users of the machine.
func ExposedSecrets(command *kong.Context) []string {
	var warnings []string
	for _, element := range command.Path {
		switch {
		case element.Flag != nil && !element.Resolved && isExposed(element.Flag.Value, command.FlagValue(element.Flag)):
			variable := element.Flag.Envs[0]
			warnings = append(warnings, fmt.Sprintf("every user of this machine can read the secret in --%s in the process list: "+
				"set the environment variable %s, or name a file in %s_FILE", element.Flag.Name, variable, variable))
		case element.Positional != nil && isExposed(element.Positional, element.Positional.Target.Interface()):
			warnings = append(warnings, "every user of this machine can read the password of "+redactPasswords(element.Positional.Target.String())+
				" in the process list: leave it out, and set PGPASSWORD or name a file in PGPASSFILE")
		}
	}
	return warnings
}

func isExposed(setting *kong.Value, value any) bool {
	if !setting.Tag.Has("secret") {
		return false
	}
	text := fmt.Sprint(value)
	return setting.Tag.Get("secret") != "partly" || strings.Contains(text, "://") && redactPasswords(text) != text
}
