/** Content of widget.css, defined by the route that serves the script. */
declare const checkoutStyles: string;
